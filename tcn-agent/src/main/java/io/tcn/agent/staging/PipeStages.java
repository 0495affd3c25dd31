// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.AgentClock;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.StageTotals;

/// The two stages of the copies of one pipe: places for requests that read and that write, room for what lies between
/// them, and what is measured of them. Safe for several threads.
public final class PipeStages {
    private static final long LEAST_PART = 256 * 1024;
    private static final long MOST_PART = 8 << 20;
    /// Parts begin at multiples of so many bytes of their file, and so do the TLS records in which it is written: the
    /// last bytes behind a whole MiB come in records of their own then. XRootD 5.5 does not see them otherwise, and
    /// waits for more.
    private static final long GRAIN = StagedPart.PIECE_BYTES;
    /// So many parts per place fit into the room of a pipe.
    private static final int PARTS_PER_PLACE = 4;

    private final Gate readers = new Gate();
    private final Gate writers = new Gate();
    private final StagingRoom whole;
    private final StagingRoom.OfPipe room;
    private final boolean ofOneFile;
    private final StageMeter meter;
    private final AgentClock clock;
    private volatile boolean tuned;

    PipeStages(StagingRoom whole, AgentClock clock) {
        this(whole, whole.ofPipe(), false, clock);
    }

    private PipeStages(StagingRoom whole, StagingRoom.OfPipe room, boolean ofOneFile, AgentClock clock) {
        this.whole = whole;
        this.room = room;
        this.ofOneFile = ofOneFile;
        this.meter = new StageMeter(clock);
        this.clock = clock;
    }

    /// Those of one of its files, which has its part of the room and is not counted with the others.
    PipeStages ofFile() {
        return new PipeStages(whole, room, true, clock);
    }

    /// Sets how many requests read and write, for copies under way too.
    void tune(PipeTuning tuning) {
        tuned = tuning.readThreads() > 0 || tuning.writeThreads() > 0;
        meter.readPlaces(tuning.readThreads());
        readers.setPlaces(tuning.readThreads());
        writers.setPlaces(tuning.writeThreads());
    }

    /// Sets how many requests read at once, which may be none.
    void readAtOnce(int requests) {
        readers.setPlaces(requests < 1 ? Gate.NONE : requests);
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
        long byFile = Math.max(LEAST_PART, atGrain((fileBytes + 2L * places - 1) / (2L * places)));
        // Half of the room is for files that are read ahead.
        long bytes = Math.max(1, Math.min(Math.min(byRoom, byFile), whole.mostOfPipe() / 2));
        return bytes < GRAIN ? bytes : bytes - bytes % GRAIN;
    }

    /// The first byte at or behind another one at which a part may begin.
    static long atGrain(long from) {
        return (from + GRAIN - 1) / GRAIN * GRAIN;
    }

    Gate readers() {
        return readers;
    }

    Gate writers() {
        return writers;
    }

    /// The room of a file.
    StagingRoom.OfFile roomOfFile() {
        return ofOneFile ? room.ofSharingFile() : room.ofFile();
    }

    StageMeter meter() {
        return meter;
    }

    AgentClock clock() {
        return clock;
    }
}
