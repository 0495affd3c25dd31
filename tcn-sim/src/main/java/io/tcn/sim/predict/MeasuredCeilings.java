// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a connection of each pipe carries at most, as far as the past shows it: throughput over open connections in
/// the intervals in which no resource held the pipe down, the newer the more ([#MEMORY_SECONDS]).
///
/// A resource holds a pipe down if it is full ([LearnedNetwork#FULL]) and no connection of another pipe carries more
/// over it: with rates that are max-min fair those connections are held down by it that carry the most, all others by
/// something else (Bertsekas and Gallager, Data Networks, 6.5.2). So a ceiling is seen in busy times too. It is no
/// less than what was carried when a resource held the pipe down; where one always did, it is taken to be
/// [LearnedNetwork#BEYOND] times the most that was seen. A pipe that was never seen moving has the mean of the pipes
/// with the same source or destination, else of all.
///
/// Cost: O(samples times path length).
final class MeasuredCeilings {
    /// Time constant of what was measured, in seconds.
    static final double MEMORY_SECONDS = 300;

    /// What a connection is taken to carry where nothing at all was measured or told, in bit/s.
    static final double GUESS_BPS = 1e8;

    /// Who carries this part of what the fastest carry is taken to be as fast: there are errors of measurement.
    private static final double AS_FAST = 0.8;

    private final LiveState state;
    private final History history;
    private final Map<ResourceId, Double> capacityBps;
    private final Map<PipeId, Double> ceilingBps = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    private MeasuredCeilings(LiveState state, History history, Map<ResourceId, Double> capacityBps) {
        this.state = state;
        this.history = history;
        this.capacityBps = capacityBps;
        measure();
    }

    /// @param capacityBps what resources carry, as far as it is known
    static MeasuredCeilings of(LiveState state, History history, Map<ResourceId, Double> capacityBps) {
        return new MeasuredCeilings(state, history, capacityBps);
    }

    /// What had to be guessed, in words.
    List<String> notes() {
        return List.copyOf(notes);
    }

    /// In bit/s.
    double bps(PipeId pipe) {
        return ceilingBps.getOrDefault(pipe, GUESS_BPS);
    }

    private void measure() {
        Map<String, List<Double>> byEnd = new HashMap<>();
        List<Double> all = new ArrayList<>();
        List<PipeState> unseen = new ArrayList<>();
        for (PipeState pipe : state.pipes()) {
            double bps = measured(pipe);
            if (bps > 0) {
                ceilingBps.put(pipe.pipe().id(), told(pipe, bps));
                all.add(bps);
                ends(pipe)
                        .forEach(end -> byEnd.computeIfAbsent(end, first -> new ArrayList<>())
                                .add(bps));
            } else {
                unseen.add(pipe);
            }
        }
        for (PipeState pipe : unseen) {
            List<Double> near = new ArrayList<>();
            ends(pipe).forEach(end -> near.addAll(byEnd.getOrDefault(end, List.of())));
            double mean = mean(near.isEmpty() ? all : near);
            ceilingBps.put(pipe.pipe().id(), told(pipe, mean > 0 ? mean : Double.POSITIVE_INFINITY));
        }
        noteUnseen(unseen, all.isEmpty());
    }

    private void noteUnseen(List<PipeState> unseen, boolean nothingAtAll) {
        long waiting = unseen.stream().filter(PipeState::isBusy).count();
        if (waiting > 0) {
            notes.add("what a connection carries was never measured on " + waiting + (waiting == 1 ? " pipe" : " pipes")
                    + (nothingAtAll
                            ? ", nor on any other: what the map tells is taken, else 100 Mbit/s"
                            : ": the mean of the pipes nearby is taken"));
        }
    }

    private static List<String> ends(PipeState pipe) {
        return List.of("from " + pipe.pipe().source(), "to " + pipe.pipe().destination());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /// What was measured or guessed, but no more than what the map tells; [#GUESS_BPS] if neither is known.
    private double told(PipeState pipe, double bps) {
        double least = bps;
        for (ResourceId id : pathOf(pipe)) {
            Resource resource = state.map().resources().get(id);
            Double ceiling = resource == null ? null : resource.connectionCeilingBps();
            if (ceiling != null) {
                least = Math.min(least, ceiling);
            }
        }
        return Double.isInfinite(least) ? GUESS_BPS : least;
    }

    private double measured(PipeState pipe) {
        double bits = 0;
        double seconds = 0;
        double most = 0;
        double heldBits = 0;
        double heldSeconds = 0;
        for (Sample sample : pipe.samples()) {
            if (!(sample.connectionBps() > 0)) {
                continue;
            }
            most = Math.max(most, sample.connectionBps());
            double weight = sample.lengthSeconds() * Math.exp(-sample.agoSeconds() / MEMORY_SECONDS);
            if (isHeldDown(pipe, sample)) {
                heldBits += weight * sample.throughputBps();
                heldSeconds += weight * sample.openConnections();
            } else {
                bits += weight * sample.throughputBps();
                seconds += weight * sample.openConnections();
            }
        }
        double least = heldSeconds == 0 ? 0 : heldBits / heldSeconds;
        return seconds > 0 ? Math.max(least, bits / seconds) : LearnedNetwork.BEYOND * most;
    }

    private Set<ResourceId> pathOf(PipeState pipe) {
        return new LinkedHashSet<>(
                state.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of()));
    }

    private boolean isHeldDown(PipeState pipe, Sample sample) {
        long slot = history.slotOf(sample);
        for (ResourceId id : pathOf(pipe)) {
            History.Load load = history.fullIn(slot, id, capacityBps.get(id));
            if (load != null && sample.connectionBps() >= AS_FAST * load.mostBps()) {
                return true;
            }
        }
        return false;
    }
}
