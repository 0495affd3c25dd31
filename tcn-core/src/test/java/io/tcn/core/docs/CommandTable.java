// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.docs;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The table of commands in docs/architecture.md.
public final class CommandTable {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `(\\w+)` \\| `(tcn-[a-z]+)` `([a-z.]+)` \\|$");

    private CommandTable() {}

    /// Full names of classes by the commands of a module.
    public static SortedMap<String, String> of(String module) throws IOException {
        SortedMap<String, String> classes = new TreeMap<>();
        Matcher row = ROW.matcher(Page.of("docs/architecture.md").text());
        while (row.find()) {
            if (row.group(3).equals(module)) {
                classes.put(row.group(1), row.group(4) + "." + row.group(2));
            }
        }
        return classes;
    }
}
