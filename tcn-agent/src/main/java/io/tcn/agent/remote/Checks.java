// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.util.regex.Pattern;

/// What names and numbers in messages can be.
final class Checks {
    static final int MOST_SLOTS = 10_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private Checks() {}

    /// @throws IllegalArgumentException if it is no name: it becomes a part of a topic's name
    static void name(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of an " + what
                    + " has 1 to 100 letters, digits, '.', '_' and '-', and begins with a letter or digit");
        }
    }
}
