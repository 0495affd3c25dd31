// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lies around the command. Tests make their own.
///
/// @param variables of the environment
/// @param home the folder of the user
/// @param directory the folder in which the command was given
/// @param zone in which times are shown
/// @param terminal where the output goes
public record Surroundings(Map<String, String> variables, Path home, Path directory, ZoneId zone, Terminal terminal) {
    public Surroundings {
        variables = Map.copyOf(variables);
    }

    /// Those of this process.
    public static Surroundings here() {
        Map<String, String> variables = System.getenv();
        return new Surroundings(
                variables,
                Path.of(System.getProperty("user.home", ".")),
                Path.of(""),
                ZoneId.systemDefault(),
                Terminal.here(variables));
    }

    /// The value of a variable; null if it is not there or empty.
    public @Nullable String variable(String name) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /// A file as the user named it: `~/` is the folder of the user.
    public Path file(String name) {
        return name.startsWith("~/") ? home.resolve(name.substring(2)) : directory.resolve(name);
    }
}
