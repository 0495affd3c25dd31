// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.net.URI;
import java.util.Set;
import java.util.TreeSet;

/// One file to move along a pipe.
///
/// @param id its number; of two transfers with the same priority the lower number goes first
/// @param pipe the pipe that carries it
/// @param source where it is read
/// @param destination where it is written
/// @param sizeBytes size in bytes, or -1 while nobody knows it
/// @param priority 1 (last) to 5 (first)
/// @param after the transfers that must finish first
/// @param options how it is to be done
public record Transfer(
        TransferId id,
        PipeId pipe,
        URI source,
        URI destination,
        long sizeBytes,
        int priority,
        Set<TransferId> after,
        TransferOptions options) {
    /// The size of a transfer whose size nobody knows yet.
    public static final long UNKNOWN_SIZE = -1;

    public static final int MIN_PRIORITY = 1;
    public static final int DEFAULT_PRIORITY = 3;
    public static final int MAX_PRIORITY = 5;

    public Transfer {
        if (sizeBytes < UNKNOWN_SIZE) {
            throw new IllegalArgumentException("size of transfer " + id + " must be zero or more bytes, or -1 for"
                    + " unknown, given was " + sizeBytes);
        }
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority of transfer " + id + " must be 1 to 5, given was " + priority);
        }
        after = java.util.Collections.unmodifiableSet(new TreeSet<>(after));
    }

    /// The same, to be done otherwise.
    public Transfer withOptions(TransferOptions other) {
        return new Transfer(id, pipe, source, destination, sizeBytes, priority, after, other);
    }

    /// Without the queries of the URLs: they may hold credentials.
    @Override
    public String toString() {
        return "Transfer[id=" + id + ", pipe=" + pipe + ", source=" + withoutQuery(source) + ", destination="
                + withoutQuery(destination) + ", sizeBytes=" + sizeBytes + ", priority=" + priority + ", after="
                + after + ", options=" + options + "]";
    }

    private static String withoutQuery(URI url) {
        String whole = url.toString();
        int end = whole.length();
        for (char mark : new char[] {'?', '#'}) {
            int at = whole.indexOf(mark);
            end = at < 0 ? end : Math.min(end, at);
        }
        return whole.substring(0, end);
    }
}
