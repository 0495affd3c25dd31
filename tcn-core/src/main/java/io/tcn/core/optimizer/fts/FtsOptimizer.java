// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The optimizer of FTS 3.14 as it really is; [FtsModelOptimizer] is what the TCN paper makes of it.
///
/// It decides for each pair of endpoints by itself, whoever's files move between them, once per
/// [FtsOptimizerSettings#interval()]. With v, the last decision, and [PairReading] for what it looks at, the first
/// row that fits:
///
/// | case | decision |
/// |---|---|
/// | first sight | max if the link is configured, else min + (max - min)/2 |
/// | min = max | min |
/// | throughput cap of the source exceeded, summed over all pairs | v - dec |
/// | throughput cap of the destination exceeded | v - dec |
/// | success rate and E as before, less than the steady interval since the last decision | not run |
/// | success rate < 97, rose, is >= 96, no more retries than before | v |
/// | success rate < 97 | v - dec |
/// | E = 0 | v |
/// | queue < v | v |
/// | E rose, or is equal to the last bit | v + inc |
/// | E fell, mean file size by an order of magnitude, too | v + inc |
/// | E fell by an order of magnitude | v - dec |
/// | E fell | v |
///
/// then kept within [min, max]. No increase in mode 1 if the queue is shorter than the result, in modes 2 and 3 if
/// it is beyond queue x max streams. In modes 2 and 3 a transfer may use floor(decision / (active + queue))
/// streams, up to [FtsOptimizerSettings#maxStreams()]. E is the moving average of the throughput over a window W:
/// E' = alpha x sample + (1 - alpha) E if the sample is above 0, else E; at first sight the sample. W is 5 min if
/// the transfers of the last half hour took less than 30 s on average, 15 min if more than 30 s but less than
/// 900 s, else 30 min; the average is cut to whole seconds, and none finished is else, too.
///
/// What differs from FTS:
/// - A pair's connections are split over its pipes, see [PairSplit], at each observation, so that a user whose
///   queue fills between two runs does not wait for the next one; FTS draws a user for each free slot.
/// - File sizes are of finished transfers only, FTS looks at running ones, too; while none finished within W, the
///   last known mean stays. Running transfers count for the throughput by the bytes that they moved within W; FTS
///   spreads the bytes of each transfer evenly over its duration.
/// - Success rate and retries count attempts; FTS counts files by the state that they are in now.
/// - The throughput of a storage is that since the last run.
/// - The pair's range is within what its pipes' limits allow, and so is each decision; FTS forgets the range when a
///   cap is exceeded.
/// - A run comes with the observation next to the interval's end, so the interval is a whole number of control
///   intervals. A pair that comes between two runs has its least connections until the next one.
/// - A pair of which no pipe is observed is forgotten.
///
/// Cost: O(pipes) per observation, and per run O(buckets of the pairs' windows); memory per pair: the buckets of
/// half an hour, however many transfers there are.
public final class FtsOptimizer implements Optimizer {
    /// The places of a pair's pipes in the observation, and the pipes.
    private static final class Group {
        private final List<Integer> places = new ArrayList<>();
        private final List<PipeObservation> pipes = new ArrayList<>();
    }

    private final FtsOptimizerSettings settings;
    private final Utility utility;
    private final StorageCaps caps;
    private final Map<EndpointPair, PairMemory> memories = new HashMap<>();

    /// Time observed so far.
    private long clockNanos;

    private long lastRunNanos;
    private boolean hasRun;

    public FtsOptimizer(FtsOptimizerSettings settings, Utility utility) {
        this.settings = settings;
        this.utility = utility;
        this.caps = new StorageCaps(settings);
    }

    @Override
    public Decision decide(Observation observation) {
        Map<EndpointPair, Group> groups = group(observation.pipes());
        memories.keySet().retainAll(groups.keySet());
        // The look at the start has measured nothing, and so lasted no time.
        long lengthNanos =
                observation.interval() == 0 ? 0 : observation.length().toNanos();
        if (lengthNanos > 0) {
            takeIn(groups, lengthNanos);
        }
        // The observation nearest to the end of the interval, for lengths vary a little on real clocks.
        long missingNanos = settings.interval().toNanos() - (clockNanos - lastRunNanos);
        if (!hasRun || missingNanos <= lengthNanos / 2) {
            run(groups);
        }
        PipeDecision[] decisions = new PipeDecision[observation.pipes().size()];
        groups.forEach((pair, group) -> split(pair, group, decisions));
        double value = utility.value(observation.throughputBps(), observation.weights());
        return Decision.unpriced(observation, List.of(decisions), value, value);
    }

    private static Map<EndpointPair, Group> group(List<PipeObservation> pipes) {
        Map<EndpointPair, Group> groups = new LinkedHashMap<>();
        for (int place = 0; place < pipes.size(); place++) {
            PipeObservation pipe = pipes.get(place);
            Group group = groups.computeIfAbsent(EndpointPair.of(pipe.pipe()), ignored -> new Group());
            group.places.add(place);
            group.pipes.add(pipe);
        }
        return groups;
    }

    private PairMemory memoryOf(EndpointPair pair) {
        return memories.computeIfAbsent(pair, ignored -> new PairMemory(settings));
    }

    private void takeIn(Map<EndpointPair, Group> groups, long lengthNanos) {
        long startNanos = clockNanos;
        clockNanos += lengthNanos;
        groups.forEach((pair, group) -> {
            memoryOf(pair).observe(startNanos, clockNanos, group.pipes);
            group.pipes.forEach(caps::add);
        });
    }

    private void run(Map<EndpointPair, Group> groups) {
        double seconds = (clockNanos - lastRunNanos) / 1e9;
        groups.forEach((pair, group) -> memoryOf(pair)
                .run(
                        clockNanos,
                        group.pipes,
                        PairRange.of(settings, pair, group.pipes),
                        caps.isSourceExceeded(pair.source(), seconds),
                        caps.isDestinationExceeded(pair.destination(), seconds)));
        caps.reset();
        hasRun = true;
        lastRunNanos = clockNanos;
    }

    private void split(EndpointPair pair, Group group, PipeDecision[] decisions) {
        PairMemory memory = memoryOf(pair);
        PipeLimits range = PairRange.of(settings, pair, group.pipes);
        int[] shares = PairSplit.of(memory.connections(range), memory.streams(), group.pipes);
        boolean idle = group.pipes.stream().allMatch(pipe -> PairSplit.transfers(pipe) == 0);
        for (int i = 0; i < shares.length; i++) {
            PipeObservation pipe = group.pipes.get(i);
            Rationale rationale;
            if (idle) {
                rationale = Rationale.of(Reason.IDLE);
            } else if (PairSplit.transfers(pipe) == 0) {
                rationale = Rationale.of(Reason.IDLE_IN_PAIR);
            } else {
                rationale = memory.rationale();
            }
            decisions[group.places.get(i)] = decision(pipe, shares[i], memory.streams(), rationale);
        }
    }

    private static PipeDecision decision(PipeObservation pipe, int connections, int streams, Rationale rationale) {
        PipeTuning tuning = new PipeTuning(connections, streams, 1, 0, 0, 0);
        return new PipeDecision(pipe.pipe().id(), tuning, connections, pipe.decidedConnections(), rationale);
    }
}
