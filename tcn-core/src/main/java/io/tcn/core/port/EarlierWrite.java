// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of an earlier write to a destination that was not undone: the evidence by which its remains are told
/// from a file that somebody else has put there. Times are those of this server's clock.
///
/// @param from when writing began, at the earliest
/// @param until when it ended, at the latest; null if nobody knows, or if it may still go on
/// @param sizeBytes size of the source: no more can have been written; -1 if unknown
public record EarlierWrite(Instant from, @Nullable Instant until, long sizeBytes) {
    /// Something may have been written, at any time and of any size.
    public static final EarlierWrite UNKNOWN = new EarlierWrite(Instant.EPOCH, null, -1);

    public EarlierWrite {
        if (until != null && until.isBefore(from)) {
            throw new IllegalArgumentException("writing from " + from + " cannot have ended at " + until);
        }
        if (sizeBytes < -1) {
            throw new IllegalArgumentException("a size is 0 or more, or -1 if unknown, given was " + sizeBytes);
        }
    }

    /// What covers both where there are both; null if nothing is known of either.
    public static @Nullable EarlierWrite either(@Nullable EarlierWrite one, @Nullable EarlierWrite other) {
        if (one == null) {
            return other;
        }
        return other == null ? one : one.or(other);
    }

    /// What covers both: either of the two may be what is there.
    public EarlierWrite or(EarlierWrite other) {
        Instant first = from.isBefore(other.from) ? from : other.from;
        Instant last = until == null || other.until == null ? null : until.isAfter(other.until) ? until : other.until;
        long most = sizeBytes < 0 || other.sizeBytes < 0 ? -1 : Math.max(sizeBytes, other.sizeBytes);
        return new EarlierWrite(first, last, most);
    }
}
