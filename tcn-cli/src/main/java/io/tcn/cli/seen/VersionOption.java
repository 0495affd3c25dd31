// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.seen;

import io.tcn.cli.http.Condition;
import picocli.CommandLine.Option;

/// `--if-version`: a change of what was seen, or none.
public final class VersionOption {
    @Option(
            names = "--if-version",
            paramLabel = "V",
            order = 70,
            defaultValue = "",
            description = "only if it is still what was shown with this version, else end with 6")
    private String version = "";

    /// The version; empty if none was given.
    public String given() {
        return version;
    }

    /// As a condition of a change.
    public Condition condition() {
        return Condition.version(version);
    }
}
