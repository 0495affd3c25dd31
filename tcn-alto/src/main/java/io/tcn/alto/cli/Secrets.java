// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads passwords and tokens from files: on a command line other users of the machine would see them.
final class Secrets {
    private Secrets() {}

    /// The first line of a file.
    static String read(String option, Path file) throws WrongArgumentException {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            String line = reader.readLine();
            if (line == null || line.isBlank()) {
                throw new WrongArgumentException(option + ": " + file + " is empty; its first line must be the secret");
            }
            return line.strip();
        } catch (IOException unreadable) {
            throw new WrongArgumentException(option + ": " + file + " cannot be read ("
                    + unreadable.getClass().getSimpleName() + ")");
        }
    }
}
