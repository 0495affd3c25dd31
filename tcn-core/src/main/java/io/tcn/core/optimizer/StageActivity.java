// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.port.StageTotals;

/// What the two stages of a pipe's staged copies did during a control interval.
///
/// @param readBps what the source gave, in bit/s
/// @param writeBps what the destination was given, in bit/s
/// @param readers requests that read, at work or held back by a full buffer, averaged over the interval
/// @param writers requests that write, at work or held back by an empty buffer, averaged over the interval
/// @param fullRatio part of the readers' time, 0 to 1, in which a full buffer held them back
/// @param emptyRatio part of the writers' time, 0 to 1, in which an empty buffer held them back
public record StageActivity(
        double readBps, double writeBps, double readers, double writers, double fullRatio, double emptyRatio) {
    /// Nothing went in stages.
    public static final StageActivity NONE = new StageActivity(0, 0, 0, 0, 0, 0);

    public StageActivity {
        if (!(readBps >= 0 && writeBps >= 0 && readers >= 0 && writers >= 0)
                || !(fullRatio >= 0 && fullRatio <= 1)
                || !(emptyRatio >= 0 && emptyRatio <= 1)) {
            throw new IllegalArgumentException("what stages did is zero or more, and ratios are 0 to 1, given were "
                    + readBps + " and " + writeBps + " bit/s by " + readers + " and " + writers + ", full " + fullRatio
                    + ", empty " + emptyRatio);
        }
    }

    /// What was done between two looks; nothing where nothing can be told.
    public static StageActivity between(StageTotals before, StageTotals now, double seconds) {
        double reading = now.readingSeconds() - before.readingSeconds();
        double writing = now.writingSeconds() - before.writingSeconds();
        double full = now.fullSeconds() - before.fullSeconds();
        double empty = now.emptySeconds() - before.emptySeconds();
        long read = now.readBytes() - before.readBytes();
        long written = now.writtenBytes() - before.writtenBytes();
        // Fallen totals are those of a data plane that had forgotten the pipe.
        boolean isFallen = reading < 0 || writing < 0 || full < 0 || empty < 0 || read < 0 || written < 0;
        if (!(seconds > 0) || isFallen) {
            return NONE;
        }
        return new StageActivity(
                8.0 * read / seconds,
                8.0 * written / seconds,
                (reading + full) / seconds,
                (writing + empty) / seconds,
                ratio(full, reading),
                ratio(empty, writing));
    }

    private static double ratio(double waited, double atWork) {
        return waited > 0 ? waited / (waited + atWork) : 0;
    }

    /// Whether copies went in stages at all.
    public boolean isSeen() {
        return readers > 0 || writers > 0;
    }
}
