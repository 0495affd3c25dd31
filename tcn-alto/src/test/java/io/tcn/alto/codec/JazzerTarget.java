// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Entry of the coverage-guided fuzzer Jazzer, which finds it by this method's name; see `tools/fuzz-alto`. The
/// property `tcn.fuzz.target` names the parser.
public final class JazzerTarget {
    private static final ParserTargets.Target TARGET = Objects.requireNonNull(
            ParserTargets.all().get(System.getProperty("tcn.fuzz.target", "path vector of endpoints")),
            "no such target");

    private JazzerTarget() {}

    /// One case. Whatever comes out is a finding.
    @SuppressWarnings("EmptyCatch") // a refusal is what bad bytes should get
    public static void fuzzerTestOneInput(byte[] data) {
        try {
            TARGET.parse(data);
        } catch (AltoFormatException refusal) {
            // as it should be
        }
    }

    /// Lists the targets, and writes what cases begin with into a folder.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        for (String name : Fixtures.NAMES) {
            Files.write(folder.resolve(name), Fixtures.bytes(name));
        }
        int number = 0;
        for (String seed : ParserTargets.seeds()) {
            Files.write(folder.resolve("seed-" + number++), Fixtures.utf8(seed));
        }
        ParserTargets.all().keySet().forEach(System.out::println);
    }
}
