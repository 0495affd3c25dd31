// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// Dates as FTS clients parse them: UTC, no zone, no fraction.
public final class FtsDates {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

    private FtsDates() {}

    public static @Nullable String format(@Nullable Instant instant) {
        return instant == null ? null : FORMAT.format(instant);
    }
}
