// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.whatif;

import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.WorkReader.OpenFile;
import io.tcn.core.state.PipeActivity;
import java.util.List;

/// What is believed of files of which nobody tells: how large they are, and whether new ones come.
final class BelievedFiles {
    /// How large a file is taken to be of which nothing at all is known, in bytes.
    private static final double GUESSED_BYTES = 1e9;

    /// Arrivals are believed to go on where the queue has held no more than so many files for each connection.
    private static final double SHORT_QUEUE = 2;

    private static final double LEAST_PAST_SECONDS = 120;

    private BelievedFiles() {}

    /// The mean size of a pipe's files: of those that were looked at, else of what has finished.
    static double meanBytes(List<OpenFile> first, List<OpenFile> active, PipeActivity activity) {
        long files = 0;
        double bytes = 0;
        for (List<OpenFile> some : List.of(first, active)) {
            for (OpenFile file : some) {
                if (file.sizeBytes() >= 0) {
                    files++;
                    bytes += file.sizeBytes();
                }
            }
        }
        if (files > 0) {
            return Math.max(1, bytes / files);
        }
        return activity.finishedTransfers() > 0
                ? Math.max(1, (double) activity.finishedBytes() / activity.finishedTransfers())
                : GUESSED_BYTES;
    }

    /// New files are believed to go on coming where they have come one after the other and found a short queue;
    /// what was submitted at once is the queue that it is.
    static double arrivalBps(List<HistoryRow> rows, double mean, PipeActivity activity) {
        double seconds = 0;
        long finished = 0;
        double most = activity.queuedTransfers();
        for (HistoryRow row : rows) {
            Double n = row.connections();
            if (row.queued() > SHORT_QUEUE * Math.max(1, n == null ? 0 : n)) {
                return 0;
            }
            seconds += row.length().toNanos() / 1e9;
            finished += row.finished();
            most = Math.max(most, row.queued());
        }
        return seconds >= LEAST_PAST_SECONDS && finished > most ? finished * mean * 8 / seconds : 0;
    }
}
