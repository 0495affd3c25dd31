// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import java.io.IOException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.transaction.TransactionException;

/// What a failure is, in words.
public final class Failures {
    private static final int LONGEST = 300;
    private static final int DEEPEST = 50;

    private Failures() {}

    /// Whether the database did not answer, or refused: nothing that the caller or TCN has done wrong is known of it.
    public static boolean isDatabase(Throwable failure) {
        return comesOf(failure, DataAccessException.class) || comesOf(failure, TransactionException.class);
    }

    /// Whether the world failed and not TCN: the database, a file (the disk is full) or a socket.
    static boolean isOutside(Throwable failure) {
        return isDatabase(failure) || comesOf(failure, IOException.class);
    }

    private static boolean comesOf(Throwable failure, Class<? extends Throwable> type) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            if (type.isInstance(at)) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    /// For everybody: says nothing of addresses, names or data.
    static String words(Throwable failure) {
        if (comesOf(failure, InvalidDataAccessResourceUsageException.class)
                || comesOf(failure, PermissionDeniedDataAccessException.class)) {
            return "the database refuses what TCN asks, perhaps for lack of a right; the log has what";
        }
        if (isDatabase(failure)) {
            return "the database does not answer";
        }
        return isOutside(failure)
                ? "a file or a connection failed, the log has it; see whether the disk is full"
                : "a defect of TCN, the log has it: " + failure.getClass().getSimpleName();
    }

    /// For the log: the innermost cause, in one line.
    public static String cause(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; root.getCause() != null && depth < DEEPEST; depth++) {
            root = root.getCause();
        }
        String text = (root.getClass().getSimpleName() + ": " + root.getMessage()).replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
