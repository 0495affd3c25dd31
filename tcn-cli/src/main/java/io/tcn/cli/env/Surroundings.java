// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
/// @param input the standard input
public record Surroundings(
        Map<String, String> variables, Path home, Path directory, ZoneId zone, Terminal terminal, InputStream input) {
    public Surroundings {
        variables = Map.copyOf(variables);
    }

    /// Those of this process.
    public static Surroundings here() {
        Map<String, String> variables = System.getenv();
        return new Surroundings(
                variables, home(variables), Path.of(""), ZoneId.systemDefault(), Terminal.here(variables), System.in);
    }

    /// As a shell has it: `HOME`, which may be another folder than that of the account, as in a service or a container.
    static Path home(Map<String, String> variables) {
        String home = variables.getOrDefault("HOME", "");
        return Path.of(home.isBlank() ? System.getProperty("user.home", ".") : home);
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

    /// The text of a file, or of the standard input if its name is `-`.
    public String text(String name) throws Trouble {
        try {
            return "-".equals(name)
                    ? new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file(name));
        } catch (NoSuchFileException missing) {
            throw Trouble.failed("the file " + name + " is not there");
        } catch (CharacterCodingException binary) {
            throw Trouble.failed("the file " + name + " is not text (UTF-8)");
        } catch (IOException unreadable) {
            throw Trouble.failed("the file " + name + " cannot be read: " + unreadable.getMessage());
        }
    }
}
