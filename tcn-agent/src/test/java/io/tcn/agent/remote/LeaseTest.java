// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.WriteLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final Duration LENGTH = Duration.ofSeconds(20);

    private final HandClock clock = new HandClock();
    private final Lease lease = new Lease(clock, LENGTH);

    private void signs() {
        lease.announced(lease.now(), lease.term());
        lease.looked(lease.now());
    }

    @Test
    void itBeginsWhenTheAgentWasHeardAndHasLooked() {
        assertThat(lease.isHeld()).isFalse();
        lease.announced(lease.now(), 1);
        assertThat(lease.isHeld()).isFalse();
        lease.looked(lease.now());
        assertThat(lease.isHeld(1)).isTrue();
    }

    @Test
    void eitherSignThatIsLateEndsItForEver() {
        signs();
        WriteLease first = lease.of(1);
        clock.pass(Duration.ofSeconds(15));
        lease.looked(lease.now());
        clock.pass(Duration.ofSeconds(5));

        assertThat(first.isHeld()).isFalse();
        signs();
        assertThat(lease.isHeld(2)).isTrue();
        assertThat(first.isHeld()).isFalse();
    }

    /// The server may have read the heartbeat and have given the agent up since.
    @Test
    void aTermWhoseNameWasSentAndNotAcknowledgedInTimeNeverBegins() {
        assertThat(lease.naming()).isEqualTo(1);
        clock.pass(LENGTH);
        assertThat(lease.naming()).isEqualTo(2);
        lease.announced(lease.now(), 1);
        lease.looked(lease.now());
        assertThat(lease.isHeld()).isFalse();
    }

    /// A process that was stopped for a minute sends its next sign before anybody has looked at the lease.
    @Test
    void aSignAfterALongSleepDoesNotReviveTheOldTerm() {
        signs();
        WriteLease first = lease.of(1);
        clock.pass(Duration.ofMinutes(1));
        lease.announced(lease.now(), 1);
        lease.looked(lease.now());

        assertThat(first.isHeld()).isFalse();
        assertThat(lease.term()).isEqualTo(2);
        // The sign named the old term.
        assertThat(lease.isHeld()).isFalse();
    }

    /// A sign counts from before it was sent: one that was under way for 19 s is good for one more.
    @Test
    void aSignCountsFromBeforeItWasSent() {
        Lease.Moment sent = lease.now();
        clock.pass(Duration.ofSeconds(19));
        lease.announced(sent, 1);
        lease.looked(sent);
        assertThat(lease.isHeld()).isTrue();
        clock.pass(Duration.ofSeconds(1));
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void theClockThatShowsMoreTimeCounts() {
        signs();
        clock.passWall(Duration.ofSeconds(20));
        assertThat(lease.isHeld()).isFalse();
        signs();
        assertThat(lease.isHeld()).isTrue();
        clock.passMonotonic(Duration.ofSeconds(20));
        assertThat(lease.isHeld()).isFalse();
    }

    /// The two promises of the lease, on random schedules: heartbeats and looks are delayed, fail, or stop
    /// for a while, the log has one order. A server takes the agent for dead by its own mark in the log, T
    /// after the last heartbeat that it has; a newer server's beacon is at some place in the log. From those
    /// moments on no write of the old term or epoch may be allowed.
    @Test
    void onRandomSchedulesNobodyWritesAfterHeWasGivenUp() {
        int givenUp = 0;
        int beaconsSeen = 0;
        for (int seed = 0; seed < 400; seed++) {
            Schedule schedule = new Schedule(seed);
            schedule.run();
            givenUp += schedule.givenUp;
            beaconsSeen += schedule.beaconSeen;
        }
        assertThat(givenUp).isGreaterThan(200);
        assertThat(beaconsSeen).isGreaterThan(100);
    }

    /// One agent, one server and their log, second by second.
    private static final class Schedule {
        private static final Duration LOST_AFTER = Duration.ofSeconds(30);

        private final HandClock clock = new HandClock();
        private final Lease lease = new Lease(clock, LENGTH);
        private final Random random;
        private final int seed;
        private final List<String> log = new ArrayList<>();
        private final List<Pending> underWay = new ArrayList<>();
        /// The server: last heartbeat by term, what it has given up, how far it has read.
        private final Map<Long, Long> heard = new HashMap<>();

        private final Map<Long, WriteLease> leases = new HashMap<>();
        private final List<Long> dead = new ArrayList<>();
        private int read;
        private int givenUp;
        private int beaconSeen;
        private long beaconAt = -1;
        private boolean agentHasBeacon;
        /// Of an order that the newer server does not adopt: in a term that began before its beacon was heard.
        private final OrderRight right = new OrderRight(clock);

        private final Set<Long> termsOfOlder = new HashSet<>();

        private record Pending(String what, Lease.Moment sent, long term, long arrivesAt, long answeredAt) {}

        Schedule(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private long second() {
            return clock.nanoTime() / 1_000_000_000L;
        }

        void run() {
            long stoppedUntil = 0;
            long cutUntil = 0;
            for (int i = 0; i < 300; i++) {
                clock.pass(Duration.ofSeconds(1));
                long now = second();
                if (random.nextInt(40) == 0) {
                    stoppedUntil = now + random.nextInt(60);
                }
                if (random.nextInt(40) == 0) {
                    cutUntil = now + random.nextInt(60);
                }
                arrive(now, now < stoppedUntil);
                if (now >= stoppedUntil) {
                    agent(now, now < cutUntil);
                }
                server(now);
                check(now);
            }
        }

        /// Requests reach the log, and their answers the agent, which hears nothing while it is stopped.
        private void arrive(long now, boolean stopped) {
            for (Pending each : List.copyOf(underWay)) {
                if (each.arrivesAt == now && each.what.equals("beat")) {
                    log.add("beat " + each.term);
                }
                if (each.answeredAt <= now && !stopped) {
                    underWay.remove(each);
                    if (each.what.equals("beat")) {
                        lease.announced(each.sent, each.term);
                    } else {
                        lease.looked(each.sent);
                        if (!agentHasBeacon && beaconAt >= 0 && beaconAt <= each.arrivesAt) {
                            agentHasBeacon = true;
                            right.orphan();
                        }
                    }
                }
            }
        }

        private void agent(long now, boolean cut) {
            // While it is cut off requests are lost, or arrive late.
            if (now % 3 == 0) {
                long term = lease.naming();
                long arrives = now + 1 + (cut ? random.nextInt(40) : random.nextInt(2));
                if (!cut || random.nextBoolean()) {
                    underWay.add(new Pending("beat", lease.now(), term, arrives, arrives + random.nextInt(3)));
                    underWay.add(new Pending("look", lease.now(), term, arrives, arrives + random.nextInt(3)));
                }
            }
            if (lease.isHeld()) {
                leases.putIfAbsent(lease.term(), lease.of(lease.term()));
                if (!agentHasBeacon) {
                    termsOfOlder.add(lease.term());
                }
            }
        }

        private void server(long now) {
            // Its mark is made now and read at once, with all before it.
            for (; read < log.size(); read++) {
                heard.put(Long.parseLong(log.get(read).substring(5)), now);
            }
            heard.forEach((term, last) -> {
                if (now - last >= LOST_AFTER.toSeconds() && !dead.contains(term)) {
                    dead.add(term);
                    givenUp++;
                }
            });
            if (beaconAt < 0 && now > 100 && random.nextInt(50) == 0) {
                beaconAt = now;
            }
        }

        private void check(long now) {
            leases.forEach((term, of) -> {
                if (dead.contains(term)) {
                    assertThat(of.isHeld())
                            .as("seed %d: term %d was given up and writes at %d", seed, term, now)
                            .isFalse();
                }
                if (beaconAt >= 0 && now >= beaconAt + LENGTH.toSeconds() && of.isHeld()) {
                    assertThat(agentHasBeacon)
                            .as(
                                    "seed %d: the agent works at %d and has not heard the beacon of %d",
                                    seed, now, beaconAt)
                            .isTrue();
                    beaconSeen = 1;
                }
                if (beaconAt >= 0
                        && termsOfOlder.contains(term)
                        && now >= beaconAt + LENGTH.plus(Message.Adopt.WITHIN).toSeconds()) {
                    assertThat(of.isHeld() && right.isHeld())
                            .as("seed %d: an order of before the beacon of %d writes at %d", seed, beaconAt, now)
                            .isFalse();
                }
            });
        }
    }
}
