// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the jar of the server is: as told, beside this program's jar, or where the build puts it.
final class ServerJar {
    private static final String NAME = "tcn.jar";

    private ServerJar() {}

    static Path find(@Nullable Path told) throws BenchException {
        List<Path> places = new ArrayList<>();
        if (told == null) {
            String own = System.getenv("TCN_JAR");
            if (own != null && !own.isBlank()) {
                places.add(Path.of(own));
            }
            Path program = Path.of(System.getProperty("java.class.path", "")).toAbsolutePath();
            places.add(program.resolveSibling(NAME));
            places.add(program.resolve("../../../tcn-api/target/" + NAME).normalize());
            places.add(Path.of("tcn-api", "target", NAME).toAbsolutePath());
        } else {
            places.add(told.toAbsolutePath());
        }
        for (Path place : places) {
            if (Files.isReadable(place)) {
                return place;
            }
        }
        throw new BenchException("the server's jar is at none of " + places
                + ": make it by \"./tcn build\", or name it with --server-jar");
    }
}
