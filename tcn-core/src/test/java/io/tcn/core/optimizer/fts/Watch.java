// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// An optimizer of FTS and the intervals that it is shown, one after the other.
final class Watch {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final FtsOptimizerFactory factory;
    private final Optimizer optimizer;
    private Instant now = START;
    private long interval;

    Watch(FtsOptimizerSettings settings) {
        factory = new FtsOptimizerFactory(settings, new SumUtility());
        optimizer = factory.create(new Random(1));
    }

    String name() {
        return factory.name();
    }

    /// The look at the start, when nothing was measured yet.
    Decision start(Seen... pipes) {
        return optimizer.decide(new Observation(0, now, MINUTE, seen(60, pipes), map(), List.of()));
    }

    /// An interval of a minute.
    Decision minute(Seen... pipes) {
        return interval(MINUTE, pipes);
    }

    /// The decision on the only pipe after a minute.
    PipeDecision minuteOf(Seen pipe) {
        return minute(pipe).pipes().getFirst();
    }

    Decision interval(Duration length, Seen... pipes) {
        interval++;
        now = now.plus(length);
        return optimizer.decide(
                new Observation(interval, now, length, seen(length.toNanos() / 1e9, pipes), map(), List.of()));
    }

    static double figure(PipeDecision decision, String name) {
        return decision.rationale().figures().getOrDefault(name, Double.NaN);
    }

    static List<Integer> connections(Decision decision) {
        return decision.pipes().stream()
                .map(pipe -> pipe.tuning().connections())
                .toList();
    }

    private static List<PipeObservation> seen(double seconds, Seen... pipes) {
        return Arrays.stream(pipes).map(pipe -> pipe.in(seconds)).toList();
    }

    private static NetworkMapSnapshot map() {
        return NetworkMapSnapshot.empty(START);
    }
}
