// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import java.time.Duration;

/// How far a network map may be trusted by its age. Every map is used, whatever its age: transfers never stop for it.
public enum MapFreshness {
    /// Its source was heard within the last three periods.
    FRESH,
    /// Its source has been silent for longer.
    STALE,
    /// Its source has been silent for more than a day.
    OLD;

    /// Periods of silence after which a map is stale.
    public static final int FRESH_PERIODS = 3;

    /// Silence after which a map is old.
    public static final Duration OLD_AFTER = Duration.ofHours(24);

    /// @param age time since the source was last heard
    /// @param period time between two questions to the source
    public static MapFreshness of(Duration age, Duration period) {
        if (age.compareTo(OLD_AFTER) > 0) {
            return OLD;
        }
        return age.compareTo(period.multipliedBy(FRESH_PERIODS)) > 0 ? STALE : FRESH;
    }
}
