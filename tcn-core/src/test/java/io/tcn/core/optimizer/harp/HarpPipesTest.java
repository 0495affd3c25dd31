// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.memory.PastSettings;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// HARP on the connections of pipes. Twenty connections of 20 Mbit/s fill what is there.
class HarpPipesTest {
    private static final Instant START = Instant.parse("2026-01-02T00:00:00Z");
    private static final int[] TRIED = {1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36};

    private int most = 100;
    private double fileBytes = 1e9;
    private double partOfUsual = 1;
    private long seconds;
    private int n = 1;
    private Reason why = Reason.IDLE;

    private static double usual(int connections) {
        return Math.min(connections, 20) * 20e6;
    }

    private Pipe pipe(String user) {
        return new Pipe(
                PipeId.of(user),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://b"),
                UserId.of(user),
                new PipeLimits(1, most));
    }

    private PipeObservation seen(Pipe pipe, int open, double throughputBps) {
        boolean idle = open == 0;
        long finished = idle ? 0 : 10;
        return PipeObservation.of(pipe)
                .decidedConnections(n)
                .meanActiveConnections(open)
                .activeConnections(open)
                .activeTransfers(open)
                .queuedTransfers(idle ? 0 : 1000)
                .movedBytes((long) (throughputBps / 8 * 10))
                .throughputBps(throughputBps)
                .finishedTransfers(finished)
                .finishedBytes((long) (finished * fileBytes))
                .build();
    }

    private Observation observation(PipeObservation... pipes) {
        ResourceId link = ResourceId.of("link");
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(link, new Resource(link, Resource.Kind.LINK, 10e9));
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (PipeObservation pipe : pipes) {
            paths.put(pipe.pipe().id(), List.of(link));
        }
        seconds += 10;
        return new Observation(
                seconds / 10,
                START.plusSeconds(seconds),
                Duration.ofSeconds(10),
                List.of(pipes),
                new NetworkMapSnapshot(new MapVersion(1), START, resources, paths),
                List.of());
    }

    /// Intervals of one pipe with work.
    private void run(Optimizer optimizer, String user, int intervals) {
        for (int k = 0; k < intervals; k++) {
            PipeObservation pipe = seen(pipe(user), n, partOfUsual * usual(n));
            PipeDecision decision = optimizer.decide(observation(pipe)).pipes().getFirst();
            n = decision.tuning().connections();
            why = decision.rationale().reason();
        }
    }

    private static Optimizer harp(SettingHistory history) {
        return new HarpFactory(history, new SumUtility()).create(new SplittableRandom(1));
    }

    private PastSettings past(int daysAgo, int[] settings, IntToDoubleFunction bps) {
        PastSettings past = new PastSettings(1000);
        Instant until = START.minus(Duration.ofDays(daysAgo));
        for (int connections : settings) {
            past.add(new PastSetting(
                    pipe("cms").key(), until, connections, bps.applyAsDouble(connections), 60, 100, 1e9, 10e9));
        }
        return past;
    }

    /// 10 Gbit/s in 50 ms are 62.5 MB: large files get two at a time with four streams of 16 MB, small ones ten.
    @Test
    void withoutAPastItStaysAtTheHeuristicSetting() {
        Optimizer large = harp(SettingHistory.NONE);
        run(large, "cms", 30);
        assertThat(n).isEqualTo(8);
        assertThat(why).isEqualTo(Reason.NOTHING_BETTER);

        fileBytes = 1e6;
        n = 1;
        run(harp(SettingHistory.NONE), "cms", 30);
        assertThat(n).isEqualTo(10);
    }

    /// A start, two looks that agree, and then what the past moved most with.
    @Test
    void afterItsSampleItTakesWhatThePastMovedMostWith() {
        Optimizer harp = harp(past(1, TRIED, HarpPipesTest::usual));
        run(harp, "cms", 2);
        assertThat(n).isEqualTo(8);
        run(harp, "cms", 1);
        assertThat(why).isEqualTo(Reason.PAST_TRANSFERS);
        assertThat(n).isBetween(17, 26);
    }

    @Test
    void thePastOfAnotherUserBetweenTheSameEndpointsServes() {
        run(harp(past(1, TRIED, HarpPipesTest::usual)), "atlas", 3);
        assertThat(n).isBetween(17, 26);
    }

    /// No polynomial fits one setting; it is taken as it is.
    @Test
    void aPipeThatWasAlwaysLeftWhereItIsGoesBackThere() {
        run(harp(past(1, new int[] {19, 20}, HarpPipesTest::usual)), "cms", 3);
        assertThat(n).isEqualTo(19);
    }

    @Test
    void theMostConnectionsOfAPipeAreKept() {
        most = 6;
        Optimizer harp = harp(past(1, TRIED, HarpPipesTest::usual));
        for (int k = 0; k < 10; k++) {
            run(harp, "cms", 1);
            assertThat(n).isLessThanOrEqualTo(6);
        }
    }

    /// Two loads of the past, at which twenty and six fill what is there. As the load comes, the fourth look in a row
    /// that says so moves the pipe.
    @Test
    void onlineTuningWaitsForFourLooksThatAgree() {
        PastSettings past = past(3, TRIED, connections -> Math.min(connections, 6) * 20e6);
        Instant until = START.minus(Duration.ofDays(1));
        for (int connections : TRIED) {
            past.add(new PastSetting(pipe("cms").key(), until, connections, usual(connections), 60, 100, 1e9, 10e9));
        }
        Optimizer harp = harp(past);
        run(harp, "cms", 6);
        int light = n;
        assertThat(light).isBetween(14, 26);
        partOfUsual = 120e6 / usual(n);
        run(harp, "cms", 3);
        assertThat(n).isEqualTo(light);
        run(harp, "cms", 1);
        assertThat(n).isLessThanOrEqualTo(light - 2);
        assertThat(why).isEqualTo(Reason.PAST_TRANSFERS);
    }

    @Test
    void thePastIsAskedOnceAsWorkBeginsAndAgainAfterARest() {
        AtomicInteger questions = new AtomicInteger();
        Optimizer harp = harp(wanted -> {
            questions.incrementAndGet();
            return List.of();
        });
        harp.decide(observation(seen(pipe("cms"), 0, 0)));
        assertThat(questions).hasValue(0);
        run(harp, "cms", 200);
        assertThat(questions).hasValue(1);
        for (int k = 0; k < 70; k++) {
            harp.decide(observation(seen(pipe("cms"), 0, 0)));
        }
        run(harp, "cms", 5);
        assertThat(questions).hasValue(2);
    }

    /// What one pipe was seen to move while its limit rose is the past of the next one.
    @Test
    void whatItHasSeenItselfIsAPastToo() {
        Optimizer harp = harp(SettingHistory.NONE);
        for (int connections : TRIED) {
            n = connections;
            for (int k = 0; k < 3; k++) {
                harp.decide(observation(seen(pipe("cms"), n, usual(n))));
            }
        }
        n = 1;
        run(harp, "atlas", 4);
        assertThat(n).isBetween(17, 26);
    }

    /// An interval in which connections came or went, or no file waited, is no setting; equal ones are one.
    @Test
    void ofIntervalsThoseThatTellOfASettingAreRecorded() {
        SettingSlots slots = new SettingSlots();
        n = 4;
        Pipe pipe = pipe("cms");
        slots.add(observation(seen(pipe, 4, 80e6)));
        slots.add(observation(seen(pipe, 4, 60e6)));
        slots.add(observation(PipeObservation.of(pipe)
                .decidedConnections(8)
                .meanActiveConnections(4.5)
                .activeConnections(8)
                .activeTransfers(8)
                .queuedTransfers(9)
                .movedBytes(1)
                .throughputBps(1e6)
                .build()));
        slots.add(observation(PipeObservation.of(pipe)
                .decidedConnections(8)
                .meanActiveConnections(8)
                .activeConnections(8)
                .activeTransfers(8)
                .movedBytes(1)
                .throughputBps(1e6)
                .build()));
        slots.add(observation(PipeObservation.of(pipe)
                .decidedConnections(8)
                .meanActiveConnections(8)
                .activeConnections(8)
                .activeTransfers(8)
                .queuedTransfers(9)
                .movedBytes(1)
                .build()));
        assertThat(slots.underWay())
                .containsExactly(new PastSetting(pipe.key(), START.plusSeconds(50), 4, 70e6, 20, 1004, 1e9, 10e9));
        seconds = 600;
        assertThat(slots.add(observation(seen(pipe, 5, 100e6)))).hasSize(1);
        assertThat(slots.underWay()).extracting(PastSetting::connections).containsExactly(5);
    }
}
