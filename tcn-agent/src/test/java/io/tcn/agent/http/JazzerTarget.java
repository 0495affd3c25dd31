// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Entry of the coverage-guided fuzzer Jazzer, which finds it by this method's name; see `tools/fuzz-parsers`. The
/// property `tcn.fuzz.target` names the reader.
public final class JazzerTarget {
    private static final ForeignTextTargets.Target TARGET = Objects.requireNonNull(
            ForeignTextTargets.all().get(System.getProperty("tcn.fuzz.target", "markers")), "no such target");

    private JazzerTarget() {}

    /// One case. Whatever comes out is a finding.
    public static void fuzzerTestOneInput(byte[] data) {
        TARGET.read(data);
    }

    /// Lists the targets, and writes what cases begin with into a folder.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        int number = 0;
        for (String seed : ForeignTextTargets.seeds()) {
            Files.write(folder.resolve("seed-" + number++), seed.getBytes(StandardCharsets.UTF_8));
        }
        ForeignTextTargets.all().keySet().forEach(System.out::println);
    }
}
