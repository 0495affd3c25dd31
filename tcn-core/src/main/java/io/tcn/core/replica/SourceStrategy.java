// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.replica;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How one of several sources is chosen. The names are FTS's; what they mean is said for a pipe, where FTS means a
/// pair of storages.
public enum SourceStrategy {
    /// As listed.
    ORDERLY("orderly"),
    /// The greatest gain of the aggregated utility: TCN's own, and the default.
    AUTO("auto"),
    /// The fewest waiting transfers.
    QUEUE("queue"),
    /// The greatest share of attempts that did not fail.
    SUCCESS("success"),
    /// The highest throughput of the pipe.
    THROUGHPUT("throughput"),
    /// The highest throughput of one file.
    FILE_THROUGHPUT("file-throughput"),
    /// The fewest bytes that wait.
    PENDING_DATA("pending-data"),
    /// The shortest time until what waits has moved.
    WAITING_TIME("waiting-time"),
    /// The same, attempts that fail counted in.
    WAITING_TIME_WITH_ERROR("waiting-time-with-error"),
    /// The shortest time per file.
    DURATION("duration");

    private final String ftsName;

    SourceStrategy(String ftsName) {
        this.ftsName = ftsName;
    }

    /// FTS's name.
    public String ftsName() {
        return ftsName;
    }

    /// The strategy of a name.
    public static Optional<SourceStrategy> find(String name) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.ftsName.equals(name))
                .findFirst();
    }

    /// All names, in the order of this enum.
    public static List<String> names() {
        return Arrays.stream(values()).map(SourceStrategy::ftsName).toList();
    }
}
