// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StageActivity;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.PipeTuner;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Marlin's three searches for a pipe (section 3.2): threads that read, connections, threads that write.
///
/// Where copies pass through TCN in stages, each of the two stages shows what it moved and how long it waited for the
/// buffer between them, and has a search of its own (equation 1). Between them the paper has threads that send; here a
/// connection is a file under way, and its search is that of the network (equation 2) on what arrived, with the loss of
/// all connections summed as the paper sums it; where loss is not known it is none. Files under way are as many as are
/// written at once, at least.
///
/// Where storages copy from one to the other they tell nothing of their reading and writing: then the search on
/// connections alone is left, and so it is where agents elsewhere copy, whose stages are not told: after
/// [#PATIENCE] intervals in which bytes moved and no stage was seen, the data plane chooses its threads itself. Copies
/// that began without threads, as the first of a pipe does, show none and do not count.
///
/// Threads are for files that are few: where others wait, parts of many files would share the buffer, and those that
/// are
/// needed next wait behind those that are not (measured: a quarter of the throughput). There the data plane chooses,
/// too.
///
/// What was tried is what was at work: files run on after n has fallen, and small files give few requests work.
final class MarlinPipeTuner implements PipeTuner {
    private static final int START = 2;
    /// Where fewer than this were at work a stage shows nothing.
    private static final double LEAST_AT_WORK = 0.5;
    private static final int PATIENCE = 3;

    private final FalconUtility disk = FalconUtility.nonlinear(0, FalconUtility.CONCURRENCY_BASE);
    private final FalconUtility link = FalconUtility.usual();
    private final StageSearch reading = new StageSearch(START, MarlinTuner.MOST);
    private final StageSearch writing = new StageSearch(START, MarlinTuner.MOST);
    private int readers = START;
    private int writers = START;
    private int unseen;
    private boolean toldNone = true;
    /// Copies under way that began without threads.
    private long withoutThreads;
    private @Nullable StageSearch search;

    private StageSearch search(ConnectionRange range) {
        if (search == null) {
            search = new StageSearch(range.clamp(START), range.most());
        }
        search.setMost(range.most());
        return search;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        return search(range).first();
    }

    @Override
    public PipeTuning beside(PipeObservation pipe, int connections, ConnectionRange range) {
        tuneStages(pipe, range);
        return tuning(pipe, connections);
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        tuneStages(pipe, range);
        // Files that run are not ended for a lower n: what counts is what was at work.
        int atWork = atWork(pipe.meanActiveConnections());
        double loss = StageSample.totalLossRatio(atWork, pipe.lossRatioOrZero());
        double utility = link.of(atWork, pipe.throughputBps(), loss);
        int next = range.clamp(search(range).next(atWork, utility, 0));
        int connections = pipe.stages().isSeen() ? range.clamp(Math.max(next, writers)) : next;
        return new PipeDecision(
                pipe.pipe().id(),
                tuning(pipe, connections),
                connections,
                pipe.decidedConnections(),
                Rationale.of(Reason.PROBE, values(utility, pipe.stages())));
    }

    private static int atWork(double mean) {
        return Math.max(1, (int) Math.round(mean));
    }

    private void tuneStages(PipeObservation pipe, ConnectionRange range) {
        StageActivity seen = pipe.stages();
        withoutThreads = toldNone
                ? pipe.activeTransfers()
                : Math.clamp(withoutThreads - pipe.finishedTransfers(), 0, pipe.activeTransfers());
        if (seen.isSeen() || isIdle(pipe)) {
            // After a rest others may copy, who tell.
            unseen = 0;
        } else if (pipe.movedBytes() > 0 && !filesWait(pipe) && withoutThreads == 0) {
            unseen++;
        }
        // A buffer that is full for some files and empty for others in the same interval says nothing of which stage is
        // the faster one: the parts of files come in turn.
        double full = Math.max(0, seen.fullRatio() - seen.emptyRatio());
        double empty = Math.max(0, seen.emptyRatio() - seen.fullRatio());
        if (seen.readers() >= LEAST_AT_WORK) {
            readers = next(reading, seen.readers(), seen.readBps(), full, range);
        }
        if (seen.writers() >= LEAST_AT_WORK) {
            writers = next(writing, seen.writers(), seen.writeBps(), empty, range);
        }
    }

    private static boolean isIdle(PipeObservation pipe) {
        return pipe.activeTransfers() == 0 && pipe.movedBytes() == 0;
    }

    private int next(StageSearch stage, double mean, double throughputBps, double waited, ConnectionRange range) {
        int threads = atWork(mean);
        return Math.clamp(stage.next(threads, disk.of(threads, throughputBps, 0), waited), 1, range.most());
    }

    /// Where files wait, each connection has one of its own, and their number is what is searched for.
    private static boolean filesWait(PipeObservation pipe) {
        return pipe.queuedTransfers() > 0;
    }

    private PipeTuning tuning(PipeObservation pipe, int connections) {
        toldNone = unseen >= PATIENCE || filesWait(pipe);
        return toldNone
                ? PipeTuning.of(connections)
                : new PipeTuning(connections, PipeTuning.UNLIMITED_STREAMS, 1, readers, connections, writers);
    }

    private Map<String, Double> values(double utility, StageActivity seen) {
        return seen.isSeen()
                ? Map.of(
                        "utility",
                        utility,
                        "readThreads",
                        (double) readers,
                        "writeThreads",
                        (double) writers,
                        "readBps",
                        seen.readBps(),
                        "bufferFull",
                        seen.fullRatio(),
                        "bufferEmpty",
                        seen.emptyRatio())
                : Map.of("utility", utility);
    }
}
