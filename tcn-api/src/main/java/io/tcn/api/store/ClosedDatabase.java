// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells the pool which connections are of no use any more. H2 closes a database whose file it cannot write (a full
/// disk, an error of the disk): connections to it must go, and new ones open it again when there is room.
public final class ClosedDatabase implements SQLExceptionOverride {
    /// I/O errors, file corrupted, connection broken, database or object closed, write failed (MVStore).
    private static final Set<Integer> CLOSED = Set.of(90007, 90028, 90030, 90031, 90067, 90098, 90121);

    /// A general error: what it means says its cause.
    private static final int GENERAL = 50000;

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        boolean closed = CLOSED.contains(failure.getErrorCode())
                || (failure.getErrorCode() == GENERAL && isOf("org.h2.mvstore.", failure.getCause()));
        return closed && isOf("org.h2.", failure)
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }

    private static boolean isOf(String packages, @Nullable Throwable failure) {
        return failure != null && failure.getClass().getName().startsWith(packages);
    }
}
