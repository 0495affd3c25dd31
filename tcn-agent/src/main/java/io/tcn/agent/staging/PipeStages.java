// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.StageTotals;
import io.tcn.core.port.TimeSource;

/// The two stages of the copies of one pipe: places for requests that read and that write, room for what lies between
/// them, and what is measured of them. Safe for several threads.
public final class PipeStages {
    private static final long LEAST_PART = 256 * 1024;
    private static final long MOST_PART = 8 << 20;
    /// So many parts per place fit into the room of a pipe.
    private static final int PARTS_PER_PLACE = 4;

    private final Gate readers = new Gate();
    private final Gate writers = new Gate();
    private final StagingRoom whole;
    private final StagingRoom.OfPipe room;
    private final StageMeter meter;
    private final TimeSource time;
    private volatile boolean tuned;

    PipeStages(StagingRoom whole, TimeSource time) {
        this.whole = whole;
        this.room = whole.ofPipe();
        this.meter = new StageMeter(time);
        this.time = time;
    }

    /// Sets how many requests read and write, for copies under way too.
    void tune(PipeTuning tuning) {
        tuned = tuning.readThreads() > 0 || tuning.writeThreads() > 0;
        meter.readPlaces(tuning.readThreads());
        readers.setPlaces(tuning.readThreads());
        writers.setPlaces(tuning.writeThreads());
    }

    /// Sets how many requests read at once; one writes.
    void readAtOnce(int requests) {
        tune(PipeTuning.of(1).withReadThreads(requests));
    }

    /// Whether copies that begin now go in two stages: somebody has said how many requests read or write.
    public boolean isTuned() {
        return tuned;
    }

    /// What was measured until now.
    StageTotals totals() {
        return meter.totals();
    }

    /// How many bytes the next request of a file is for: small enough that all places have work and that what is free
    /// for the pipe holds several rounds of them.
    ///
    /// @param fileBytes size of the file
    long partBytes(long fileBytes) {
        int places = Math.max(1, readers.places());
        long byRoom = Math.clamp(whole.freeForPipe() / ((long) PARTS_PER_PLACE * places), LEAST_PART, MOST_PART);
        long byFile = Math.max(LEAST_PART, (fileBytes + 2L * places - 1) / (2L * places));
        // Half of the room is for files that are read ahead.
        return Math.max(1, Math.min(Math.min(byRoom, byFile), whole.mostOfPipe() / 2));
    }

    Gate readers() {
        return readers;
    }

    Gate writers() {
        return writers;
    }

    StagingRoom.OfPipe room() {
        return room;
    }

    StageMeter meter() {
        return meter;
    }

    TimeSource time() {
        return time;
    }
}
