// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/// Tells the pool which connections are of no use any more. H2 closes a database whose file it cannot write (a full
/// disk, an error of the disk): connections to it must go, and new ones open it again when there is room.
public final class ClosedDatabase implements SQLExceptionOverride {
    /// I/O errors, file corrupted, connection broken, database or object closed, write failed (MVStore).
    private static final Set<Integer> CLOSED = Set.of(90007, 90028, 90030, 90031, 90067, 90098, 90121);

    /// A general error: what it means says its cause.
    private static final int GENERAL = 50000;

    /// Causes are looked at so deep.
    private static final int DEEPEST = 10;

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return isClosed(failure)
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }

    /// Whether a failure says that H2 has closed the database, or the store below it.
    static boolean isClosed(SQLException failure) {
        return isOf("org.h2.", failure)
                && (CLOSED.contains(failure.getErrorCode())
                        || (failure.getErrorCode() == GENERAL && hasStoreFailure(failure)));
    }

    private static boolean hasStoreFailure(SQLException failure) {
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (isOf("org.h2.mvstore.", cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isOf(String packages, Throwable failure) {
        return failure.getClass().getName().startsWith(packages);
    }
}
