// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How one ALTO server is asked.
///
/// @param name its name, part of the ids of its resources: 1 to 32 letters, digits, `_` or `-`
/// @param period time between two questions while nothing is pushed
/// @param push whether updates are taken where the server offers them
/// @param identity how resources are told from one another
/// @param capacities which properties are capacities
/// @param maxPairs most pairs in one request
/// @param acceptDefaultPid whether a group of addresses that holds every address says something of a pair
/// @param zeroCloses whether a capacity of 0 holds the pipes through it; else it counts as not known
/// @param endpointFlows whether requests list flows instead of a product, a dialect of some servers
/// @param snapshot file that keeps what the server has said, null if nothing is kept
public record FeedSettings(
        String name,
        Duration period,
        boolean push,
        Identity identity,
        CapacityRule capacities,
        int maxPairs,
        boolean acceptDefaultPid,
        boolean zeroCloses,
        boolean endpointFlows,
        @Nullable Path snapshot) {
    /// Time between two questions where nothing else is said.
    public static final Duration PERIOD = Duration.ofSeconds(30);

    /// Pairs in one request where nothing else is said; the most that our own server answers.
    public static final int MAX_PAIRS = 50_000;

    public FeedSettings {
        if (!name.matches("[A-Za-z0-9_-]{1,32}")) {
            throw new IllegalArgumentException(
                    "an ALTO server is named with 1 to 32 letters, digits, _ or -, given was \"" + name + "\"");
        }
        if (period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("an ALTO server is asked every 1s or less often, given was " + period);
        }
        if (maxPairs < 1) {
            throw new IllegalArgumentException("max-pairs must be 1 or more, given was " + maxPairs);
        }
    }

    /// The usual settings for a server of this name.
    public static FeedSettings of(String name) {
        return new FeedSettings(
                name, PERIOD, true, Identity.AUTO, CapacityRule.STANDARD, MAX_PAIRS, true, true, false, null);
    }
}
