// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// What can be set of a pipe.
final class PipeLimitOptions {
    @Option(names = "--min", paramLabel = "N", description = "the fewest connections")
    private @Nullable Integer min;

    @Option(names = "--max", paramLabel = "N", description = "the most connections")
    private @Nullable Integer max;

    @Option(names = "--weight", paramLabel = "W", description = "weight in the utility, beside that of the user")
    private @Nullable Double weight;

    void fill(ObjectNode body) {
        if (min != null) {
            body.put("minConnections", min);
        }
        if (max != null) {
            body.put("maxConnections", max);
        }
        if (weight != null) {
            body.put("weight", weight);
        }
    }
}
