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
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whatever the past of HARP holds and whatever the clock does, each decision is within the limits of its pipe.
class HarpOddPastTest {
    private static final Instant START = Instant.parse("2026-01-02T00:00:00Z");
    private static final ResourceId LINK = ResourceId.of("link");

    private static Pipe pipe(int number, int ends, int least, int most) {
        return new Pipe(
                PipeId.of("p" + number),
                Endpoint.parse("https://a" + number % ends),
                Endpoint.parse("https://b"),
                UserId.of("u" + number),
                new PipeLimits(least, most));
    }

    private static double any(Random random, double... values) {
        return values[random.nextInt(values.length)];
    }

    private static PastSetting setting(Random random, Pipe pipe, Instant until) {
        return new PastSetting(
                pipe.key(),
                until,
                (int) any(random, 1, 2, 3, 5, 8, 40, 1000, Integer.MAX_VALUE),
                any(random, Double.MIN_VALUE, 1e-3, 1, 1e6, 1e9, 1e15, 1e300),
                any(random, 1e-9, 1, 60, 600, 1e12),
                any(random, 0, 0.1, 1, 1e6, 1e300),
                any(random, 0, 1, 1e6, 1e9, 1e300),
                any(random, 0, 1e-3, 1e6, 1e10, 1e300));
    }

    private static Observation observation(
            Random random, Instant at, long interval, List<Pipe> pipes, @Nullable Double capacity, List<Integer> last) {
        List<PipeObservation> seen = new ArrayList<>();
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (int k = 0; k < pipes.size(); k++) {
            int open = random.nextInt(4) == 0 ? 0 : Math.max(1, random.nextInt(last.get(k) + 2));
            int finished = random.nextInt(3);
            double bps = open == 0 ? 0 : any(random, 0, 1e-6, 1e3, 1e8, 1e14);
            seen.add(PipeObservation.of(pipes.get(k))
                    .decidedConnections(last.get(k))
                    .meanActiveConnections(open)
                    .activeConnections(open)
                    .activeTransfers(open)
                    .queuedTransfers(random.nextInt(2) * 1000)
                    .movedBytes((long) (bps / 8 * 10))
                    .throughputBps(bps)
                    .finishedTransfers(finished)
                    .finishedBytes(finished * (long) any(random, 0, 1, 1e9, 1e18))
                    .build());
            paths.put(pipes.get(k).id(), List.of(LINK));
        }
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, capacity));
        return new Observation(
                interval,
                at,
                Duration.ofSeconds(10),
                seen,
                new NetworkMapSnapshot(new MapVersion(1), at, resources, paths),
                List.of());
    }

    private static Optimizer harp(SettingHistory history) {
        return new HarpFactory(history, new SumUtility()).create(new SplittableRandom(1));
    }

    @Test
    void noPastAndNoClockMakesADecisionBeyondTheLimitsOfAPipe() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            int count = 1 + random.nextInt(4);
            List<Pipe> pipes = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                int least = 1 + random.nextInt(3);
                pipes.add(pipe(k, 2, least, least + random.nextInt(60)));
            }
            PastSettings past = new PastSettings(1000);
            int settings = random.nextInt(200);
            for (int k = 0; k < settings; k++) {
                past.add(setting(
                        random,
                        pipes.get(random.nextInt(count)),
                        START.minusSeconds(600L * (settings - k) - random.nextInt(2) * 1_000_000L)));
            }
            Optimizer harp = harp(past);
            @Nullable Double capacity = random.nextBoolean() ? null : any(random, 1, 1e6, 1e10, 1e15);
            List<Integer> last = new ArrayList<>(pipes.stream().map(pipe -> 1).toList());
            Instant at = START;
            for (int interval = 1; interval < 60; interval++) {
                at = at.plusSeconds((long) any(random, 10, 10, 10, 700, 100_000, -100_000));
                List<PipeDecision> decided = harp.decide(observation(random, at, interval, pipes, capacity, last))
                        .pipes();
                for (int k = 0; k < count; k++) {
                    int n = decided.get(k).tuning().connections();
                    assertThat(n)
                            .as("seed %s, interval %s", seed, interval)
                            .isBetween(
                                    pipes.get(k).limits().minConnections(),
                                    pipes.get(k).limits().maxConnections());
                    last.set(k, n);
                }
            }
        }
    }

    /// The answers for two thousand pipes together took longer than an interval.
    @Test
    void whereManyPipesBeginAtOnceAFewAskInEachIntervalAndAllInTheEnd() {
        Random random = new Random(1);
        List<Pipe> pipes = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (int k = 0; k < 550; k++) {
            pipes.add(pipe(k, 50, 1, 64));
            last.add(4);
        }
        List<PipeId> asked = new ArrayList<>();
        Optimizer harp = harp(wanted -> {
            asked.add(wanted.pipe().id());
            return List.of();
        });
        int before = 0;
        for (int interval = 1; interval < 40; interval++) {
            harp.decide(observation(random, START.plusSeconds(10L * interval), interval, pipes, 10e9, last));
            assertThat(asked.size() - before).isBetween(0, HarpPipes.MOST_QUESTIONS);
            before = asked.size();
        }
        assertThat(asked).doesNotHaveDuplicates().hasSize(550);
    }
}
