// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What the optimizer decides, per pair of storage elements as FTS shows it: the pipes of all users and ports
/// summed. Keeps the last decision of each pair that has a pipe or is fixed by an operator, and the newest decisions of
/// all; pairs without work that stay as they are leave no trace.
///
/// The control loop puts a reference into a bounded queue and goes on. What waits there is summed on a thread of its
/// own, or by whoever asks first, so that nobody reads less than was decided. Nothing is left out: should that thread
/// not keep up, the control loop sums what waits itself, as slow as that is.
@Component
public class PairDecisions implements DecisionListener, LeaderWork, LoopWork {
    /// Decisions that are kept.
    static final int KEPT = 5000;

    /// Decisions that wait to be summed; each holds all pipes.
    static final int MOST_WAITING = 16;

    /// The shortest control interval is a tenth of it.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// The pair of a pipe with these ends.
    private record Named(Endpoint source, Endpoint destination, Links.Pair pair) {}

    private static final Comparator<PairDecision> BY_PAIR =
            Comparator.comparing(PairDecision::source).thenComparing(PairDecision::destination);

    private record Interval(Observation observation, Decision decision) {}

    private final BlockingQueue<Interval> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LoopState state;
    private final OwnLoop summing;

    /// Guards what follows.
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<PipeId, Named> pairs = new HashMap<>();
    private final Map<Links.Pair, PairDecision> current = new HashMap<>();
    /// Fixed by operators, with or without a pipe.
    private final Set<Links.Pair> fixed = new HashSet<>();
    private final ArrayDeque<PairDecision> newest = new ArrayDeque<>();

    PairDecisions(Loops loops) {
        this.state = loops.of("pair-decisions");
        this.summing = loops.own("pair-decisions", PAUSE, this::sumWaiting);
    }

    /// On the control loop's thread: costs it one place in a queue.
    @Override
    public void decided(Observation observation, Decision decision) {
        Interval interval = new Interval(observation, decision);
        while (!waiting.offer(interval)) {
            sumWaiting();
        }
    }

    /// Decisions that nobody has summed yet.
    int waiting() {
        return waiting.size();
    }

    private SteadyLoop.Outcome sumWaiting() {
        lock.lock();
        try {
            return sumAll();
        } finally {
            lock.unlock();
        }
    }

    /// Under the lock: sums what waits, in the order in which it was decided. A decision that breaks is lost, and told
    /// until one goes well.
    private SteadyLoop.Outcome sumAll() {
        SteadyLoop.Outcome outcome = SteadyLoop.Outcome.AWAITED;
        for (Interval next = waiting.poll(); next != null; next = waiting.poll()) {
            try {
                sum(next.observation(), next.decision());
                state.worked();
                outcome = SteadyLoop.Outcome.DONE;
            } catch (RuntimeException | Error defect) {
                state.failed(defect);
                outcome = SteadyLoop.Outcome.FAILED;
            }
        }
        return outcome;
    }

    private void sum(Observation observation, Decision decision) {
        Map<Links.Pair, PairSum> sums = new HashMap<>();
        for (int i = 0; i < decision.pipes().size(); i++) {
            PipeObservation seen = observation.pipes().get(i);
            sums.computeIfAbsent(pairOf(seen.pipe()), first -> new PairSum())
                    .add(seen, decision.pipes().get(i));
        }
        if (pairs.size() > 2 * decision.pipes().size()) {
            pairs.clear();
        }
        List<PairDecision> told = new ArrayList<>();
        for (Map.Entry<Links.Pair, PairSum> each : sums.entrySet()) {
            Links.Pair pair = each.getKey();
            PairDecision entry = each.getValue().toDecision(observation.at(), pair, current.get(pair));
            current.put(pair, entry);
            if (entry.measured().hasWork() || entry.decided().diff() != 0) {
                told.add(entry);
            }
        }
        current.keySet().removeIf(pair -> !sums.containsKey(pair) && !fixed.contains(pair));
        told.sort(BY_PAIR);
        for (PairDecision entry : told) {
            remember(entry);
        }
    }

    /// The pair of a pipe. Its names are made once per pipe.
    private Links.Pair pairOf(Pipe pipe) {
        Named known = pairs.get(pipe.id());
        if (known == null
                || !known.source().equals(pipe.source())
                || !known.destination().equals(pipe.destination())) {
            known = new Named(
                    pipe.source(),
                    pipe.destination(),
                    new Links.Pair(StorageElements.of(pipe.source()), StorageElements.of(pipe.destination())));
            pairs.put(pipe.id(), known);
        }
        return known.pair();
    }

    private void remember(PairDecision entry) {
        newest.addFirst(entry);
        if (newest.size() > KEPT) {
            newest.removeLast();
        }
    }

    /// Writes down that an operator has fixed a pair.
    ///
    /// @param connections how many, 0 if the optimizer decides again
    /// @param streams FTS's streams per file, null to leave them
    /// @param ema moving average of the throughput to go on from, null to leave it
    /// @return what was written down
    public PairDecision pinned(
            String source,
            String destination,
            int connections,
            @Nullable Integer streams,
            @Nullable Double ema,
            Instant at) {
        lock.lock();
        try {
            sumAll();
            Links.Pair pair = new Links.Pair(source, destination);
            PairDecision before = current.get(pair);
            PairDecision entry = PairDecision.pinned(at, pair, connections, streams, ema, before);
            current.put(pair, entry);
            if (connections > 0) {
                fixed.add(pair);
            } else {
                fixed.remove(pair);
            }
            remember(entry);
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /// The last decision of each pair, newest first.
    public List<PairDecision> current() {
        lock.lock();
        try {
            sumAll();
            List<PairDecision> all = new ArrayList<>(current.values());
            all.sort(Comparator.comparing(PairDecision::at).reversed().thenComparing(BY_PAIR));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /// The newest decisions, newest first.
    ///
    /// @param limit at most this many
    public List<PairDecision> newest(Predicate<PairDecision> wanted, int limit) {
        lock.lock();
        try {
            sumAll();
            return newest.stream().filter(wanted).limit(limit).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public OwnLoop loop() {
        return summing;
    }
}
