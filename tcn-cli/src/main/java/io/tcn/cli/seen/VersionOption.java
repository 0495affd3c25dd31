// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.seen;

import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Condition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `--if-version`: a change of what was seen, or none.
public final class VersionOption {
    @Option(
            names = "--if-version",
            paramLabel = "V",
            order = 70,
            defaultValue = "",
            description = "only if it is still what was shown with this version, else end with 6")
    private String version = "";

    private @Nullable Seen changed;

    /// The version; empty if none was given.
    public String given() {
        return version;
    }

    /// As a condition of a change.
    public Condition condition() {
        return Condition.version(version);
    }

    /// Changes what was seen, if it is still that, or what the option names.
    public JsonNode change(Seen seen, Seen.Change change) throws Trouble {
        changed = seen;
        return seen.change(version, change);
    }

    /// Says what the change has replaced; nothing if it is new or as it was.
    public void tellReplaced(JsonNode after, Console console) {
        if (changed != null) {
            changed.tellReplaced(after, console);
        }
    }
}
