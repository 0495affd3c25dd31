// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Credential;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Bearer tokens.
final class Tokens {
    private static final int LONGEST = 1 << 16;

    private Tokens() {}

    static Credential.Token ofFile(Path file) throws Trouble {
        try {
            if (Files.size(file) > LONGEST) {
                throw Trouble.failed("the token file " + file + " is too large to hold a token");
            }
            Credential.Token token = checked(Files.readString(file).strip(), file.toString());
            return new Credential.Token(token.value(), token.from(), file);
        } catch (NoSuchFileException missing) {
            throw Trouble.failed("the token file " + file + " is not there");
        } catch (IOException unreadable) {
            throw Trouble.failed("the token file " + file + " cannot be read: " + unreadable.getMessage());
        }
    }

    static Credential.Token checked(String value, String from) throws Trouble {
        if (!value.matches("[\\x21-\\x7e]+")) {
            throw Trouble.failed(from + " holds no token: it must be one word");
        }
        return new Credential.Token(value, from, null);
    }
}
