// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.ManualTime;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.SizeHistogram;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StageActivity;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.StageTotals;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The control loop and its meter: an interval of 10 s with five samples.
class ControlLoopTest {
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");

    private final ManualTime time = new ManualTime();
    private final TransportControlState state = new TransportControlState(time);
    private final CountingDataPlane dataPlane = new CountingDataPlane();
    private final List<Observation> seen = new ArrayList<>();
    private final List<ControlState> published = new ArrayList<>();
    private final List<Throwable> defects = new ArrayList<>();
    private boolean broken;
    private UnaryOperator<List<PipeDecision>> twist = UnaryOperator.identity();
    private int wanted = 3;

    private final ControlLoop loop = new ControlLoop(
            state,
            this::decide,
            dataPlane,
            time,
            time,
            new ControlSettings(Duration.ofSeconds(10), 5),
            control -> {
                published.add(control);
                state.putControl(control);
            },
            (observation, decision) -> seen.add(observation),
            new ControlEvents() {
                @Override
                public void stepFailed(String name, Throwable defect) {
                    assertThat(name).isEqualTo("control");
                    defects.add(defect);
                }
            });

    @BeforeEach
    void onePipe() {
        state.putUser(User.of(UserId.of("cms")));
        declare(P);
    }

    @Test
    void aPipeThatIsKnownAtTheStartGetsItsFirstNAtOnce() {
        loop.start();
        time.settle();
        assertThat(connections()).containsExactly(3);
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().interval()).isZero();
        assertThat(defects).isEmpty();
    }

    /// What is known of before may ask for many connections at once.
    @Test
    void theFirstDecisionKnowsTheBoundsThatHold() {
        ResourceId link = ResourceId.of("x");
        state.putMap(new NetworkMapSnapshot(
                new MapVersion(1),
                time.now(),
                new TreeMap<>(Map.of(link, new Resource(link, Resource.Kind.LINK, 100.0))),
                new TreeMap<>(Map.of(P, List.of(link)))));
        state.putResourceControl(new Bound(UserId.of("cms"), ResourceSet.ALL_LINKS.name(), new Bound.Rate(50)));
        loop.start();
        time.settle();
        assertThat(seen.getFirst().constraints()).hasSize(1);
    }

    @Test
    void intervalsAreNumberedFrom1AndAsLongAsTheyAre() {
        start();
        advance(30);
        assertThat(seen.stream().map(Observation::interval)).containsExactly(1L, 2L, 3L);
        assertThat(seen.stream().map(Observation::length)).containsOnly(Duration.ofSeconds(10));
        assertThat(published.getLast().interval()).isEqualTo(3);
    }

    @Test
    void whatIsNotReportedYetCountsOnce() {
        start();
        dataPlane.moved.put(P, 1000L);
        dataPlane.outstanding.put(P, 500L);
        advance(10);
        assertThat(lastOf(P).movedBytes()).isEqualTo(1500);
        // The copy failed: what was guessed beyond its last report did not come.
        dataPlane.outstanding.put(P, 0L);
        advance(10);
        assertThat(lastOf(P).movedBytes()).isZero();
        dataPlane.moved.put(P, 1750L);
        advance(10);
        assertThat(lastOf(P).movedBytes()).isEqualTo(250);
        // Forgotten by the data plane, and there again.
        dataPlane.moved.put(P, 40L);
        advance(10);
        assertThat(lastOf(P).movedBytes()).isEqualTo(40);
    }

    @Test
    void whatStagesDidWithinTheIntervalIsObserved() {
        dataPlane.stages = new StageTotals(1_000, 1_000, 5, 5, 0, 0);
        start();
        // In 10 s: 10 kbit/s read by two, of whose 20 s half went by with a full buffer.
        dataPlane.stages = new StageTotals(13_500, 11_000, 15, 15, 10, 0);
        advance(10);
        assertThat(lastOf(P).stages()).isEqualTo(new StageActivity(10_000, 8_000, 2, 1, 0.5, 0));
        advance(10);
        assertThat(lastOf(P).stages()).isEqualTo(StageActivity.NONE);
    }

    @Test
    void bytesAreThoseThatMovedWithinTheInterval() {
        dataPlane.moved.put(P, 1000L);
        start();
        dataPlane.moved.put(P, 1750L);
        advance(9);
        dataPlane.moved.put(P, 2250L);
        advance(1);
        // 1250 bytes in 10 s are 1000 bit/s; what moved before the start does not count.
        assertThat(lastOf(P).movedBytes()).isEqualTo(1250);
        assertThat(lastOf(P).throughputBps()).isEqualTo(1000);

        dataPlane.moved.put(P, 2260L);
        advance(10);
        assertThat(lastOf(P).movedBytes()).isEqualTo(10);
        assertThat(lastOf(P).throughputBps()).isEqualTo(8);
    }

    @Test
    void theCountersOfANewPipeBeginWhenItIsFirstSeen() {
        start();
        advance(3);
        declare(Q);
        dataPlane.moved.put(Q, 5000L);
        state.putActivity(Q, activity(3, 2, 77, 9));
        advance(1);
        dataPlane.moved.put(Q, 5500L);
        advance(6);
        // First seen at 4 s with 5000 bytes, 77 + 2 * 1 connection-seconds: 500 bytes and 2 * 6 connection-seconds.
        assertThat(lastOf(Q).movedBytes()).isEqualTo(500);
        assertThat(lastOf(Q).meanActiveConnections()).isEqualTo(1.2, within(1e-12));
        assertThat(lastOf(Q).finishedTransfers()).isZero();
        // Samples at 6, 8 and 10 s: 2000, 0, 0 bit/s: mean 666.7, deviation 1154.7. Its first sight is no sample.
        assertThat(lastOf(Q).throughputStdBps()).isEqualTo(2000 / Math.sqrt(3), within(1e-9));
    }

    /// Its numbers begin anew with it: fifty fewer than before, and FTS's window had that for half an hour.
    @Test
    void whatAPipeHasFinishedThatWasRemovedAndDeclaredAgainIsNotNegative() {
        start();
        state.putActivity(P, activity(0, 1, 0, 50));
        advance(10);
        assertThat(lastOf(P).finishedTransfers()).isEqualTo(50);
        state.removePipe(P);
        declare(P);
        state.putActivity(P, activity(11, 1, 0, 2));
        advance(10);
        assertThat(lastOf(P).finishedTransfers()).isEqualTo(2);
    }

    @Test
    void activeConnectionsAreAveragedOverTheInterval() {
        start();
        state.putActivity(P, activity(0, 4, 0, 0));
        advance(5);
        state.putActivity(P, activity(5, 2, 20, 0));
        advance(5);
        // 4 for 5 s, then 2 for 5 s: 30 connection-seconds in 10 s.
        assertThat(lastOf(P).meanActiveConnections()).isEqualTo(3, within(1e-12));
        assertThat(lastOf(P).activeConnections()).isEqualTo(2);
        advance(10);
        assertThat(lastOf(P).meanActiveConnections()).isEqualTo(2, within(1e-12));
    }

    @Test
    void theSpreadIsThatOfTheSamplesWithinTheInterval() {
        start();
        long moved = 0;
        for (int bytes : new int[] {250, 500, 250, 500, 250}) {
            moved += bytes;
            dataPlane.moved.put(P, moved);
            advance(2);
        }
        // 1000, 2000, 1000, 2000, 1000 bit/s: mean 1400, squares 3 * 400^2 + 2 * 600^2 = 1.2e6, over 4.
        assertThat(lastOf(P).throughputBps()).isEqualTo(1400);
        assertThat(lastOf(P).throughputStdBps()).isEqualTo(Math.sqrt(3e5), within(1e-9));
        // The next interval begins without memory of it.
        for (int i = 0; i < 5; i++) {
            moved += 100;
            dataPlane.moved.put(P, moved);
            advance(2);
        }
        assertThat(lastOf(P).throughputStdBps()).isEqualTo(0, within(1e-9));
    }

    @Test
    void transfersThatEndedAreCountedPerInterval() {
        start();
        state.putActivity(P, activity(0, 1, 0, 5));
        advance(10);
        assertThat(lastOf(P).finishedTransfers()).isEqualTo(5);
        state.putActivity(P, activity(10, 1, 10, 7));
        advance(10);
        assertThat(lastOf(P).finishedTransfers()).isEqualTo(2);
    }

    @Test
    void whatIsBlockedIsToldAsItIsAtTheEnd() {
        start();
        state.putActivity(P, PipeActivity.at(0).blockedConnections(4).build());
        advance(10);
        assertThat(lastOf(P).blockedConnections()).isEqualTo(4);
        advance(9);
        state.putActivity(P, PipeActivity.idleAt(19_000_000_000L));
        advance(1);
        assertThat(lastOf(P).blockedConnections()).isZero();
    }

    @Test
    void sizesOfWhatWaitsAreThoseOfTheEndAndOfWhatFinishedThoseOfTheInterval() {
        start();
        SizeHistogram small = SizeHistogram.NONE.plus(1000);
        PipeActivity.Builder activity = PipeActivity.at(0)
                .queuedTransfers(3)
                .queuedBytes(500)
                .queuedSizes(small)
                .finishedSizes(small);
        state.putActivity(P, activity.build());
        advance(10);
        assertThat(lastOf(P).queuedBytes()).isEqualTo(500);
        assertThat(lastOf(P).queuedSizes()).isEqualTo(small);
        assertThat(lastOf(P).finishedSizes()).isEqualTo(small);
        state.putActivity(
                P, activity.queuedBytes(400).finishedSizes(small.plus(5L << 30)).build());
        advance(10);
        assertThat(lastOf(P).queuedBytes()).isEqualTo(400);
        assertThat(lastOf(P).finishedSizes()).isEqualTo(SizeHistogram.NONE.plus(5L << 30));
        advance(10);
        assertThat(lastOf(P).finishedSizes()).isEqualTo(SizeHistogram.NONE);
    }

    @Test
    void lossIsThatOfTheIntervalAndWhatNobodyTellsIsNotKnown() {
        start();
        advance(10);
        assertThat(lastOf(P).lossRatio()).isNaN();
        assertThat(lastOf(P).rttSeconds()).isNaN();
        assertThat(lastOf(P).movingConnections()).isEqualTo(PipeObservation.UNKNOWN);
        dataPlane.paths.put(P, new PathCounts(1000, 10, 0.05));
        dataPlane.moving.put(P, 3);
        advance(10);
        assertThat(lastOf(P).lossRatio()).isEqualTo(0.01, within(1e-12));
        assertThat(lastOf(P).rttSeconds()).isEqualTo(0.05);
        assertThat(lastOf(P).movingConnections()).isEqualTo(3);
        dataPlane.paths.put(P, new PathCounts(3000, 110, 0.06));
        advance(10);
        assertThat(lastOf(P).lossRatio()).isEqualTo(0.05, within(1e-12));
        assertThat(lastOf(P).rttSeconds()).isEqualTo(0.06);
        // Nothing was sent, so nothing is known of the interval; then the counts begin anew.
        advance(10);
        assertThat(lastOf(P).lossRatio()).isNaN();
        dataPlane.paths.put(P, new PathCounts(100, 20, Double.NaN));
        advance(10);
        assertThat(lastOf(P).lossRatio()).isEqualTo(0.2, within(1e-12));
        assertThat(lastOf(P).rttSeconds()).isNaN();
    }

    @Test
    void whatFailedWasRetriedAndFinishedIsCountedPerInterval() {
        start();
        // Two files of 30 and 40 bytes took 5 s and 7 s; three attempts failed, two of them retryably, one is retried.
        PipeActivity.Builder activity = PipeActivity.at(0)
                .activeTransfers(1)
                .activeConnections(1)
                .queuedTransfers(1)
                .finishedTransfers(2)
                .finishedBytes(70)
                .finishedBytesSquared(2500)
                .finishedSeconds(12)
                .failedAttempts(3)
                .retryableFailures(2)
                .retries(1)
                .failedTransfers(1);
        state.putActivity(P, activity.build());
        advance(10);
        assertThat(lastOf(P).finishedTransfers()).isEqualTo(2);
        assertThat(lastOf(P).finishedBytes()).isEqualTo(70);
        assertThat(lastOf(P).finishedBytesSquared()).isEqualTo(2500);
        assertThat(lastOf(P).finishedSeconds()).isEqualTo(12);
        assertThat(lastOf(P).failedAttempts()).isEqualTo(3);
        assertThat(lastOf(P).retryableFailures()).isEqualTo(2);
        assertThat(lastOf(P).retries()).isEqualTo(1);
        // Then one more of 10 bytes in 0.5 s; one more attempt fails retryably and is retried.
        activity.finishedTransfers(3)
                .finishedBytes(80)
                .finishedBytesSquared(2600)
                .finishedSeconds(12.5)
                .failedAttempts(4)
                .retryableFailures(3)
                .retries(2);
        state.putActivity(P, activity.build());
        advance(10);
        assertThat(lastOf(P).finishedBytesSquared()).isEqualTo(100);
        assertThat(lastOf(P).finishedSeconds()).isEqualTo(0.5);
        assertThat(lastOf(P).failedAttempts()).isEqualTo(1);
        assertThat(lastOf(P).retryableFailures()).isEqualTo(1);
        assertThat(lastOf(P).retries()).isEqualTo(1);
        advance(10);
        assertThat(lastOf(P).finishedSeconds()).isZero();
        assertThat(lastOf(P).retries()).isZero();
    }

    @Test
    void theObservationSaysWhatWasDecidedBefore() {
        start();
        wanted = 7;
        advance(10);
        assertThat(lastOf(P).decidedConnections()).isEqualTo(3);
        advance(10);
        assertThat(lastOf(P).decidedConnections()).isEqualTo(7);
    }

    @Test
    void nKeepsBelowItsLimitWhateverTheOptimizerSaysAndMayBeLessThanTheMinimum() {
        wanted = 1000;
        start();
        assertThat(connections()).containsExactly(10);
        wanted = 0;
        advance(10);
        assertThat(connections()).containsExactly(0);
    }

    @Test
    void anOptimizerThatThrowsLeavesNAndTheLoopGoesOn() {
        start();
        broken = true;
        advance(20);
        assertThat(connections()).containsExactly(3);
        assertThat(defects).hasSize(2);
        assertThat(loop.isHealthy()).isTrue();
        advance(10);
        assertThat(loop.isHealthy()).isFalse();

        broken = false;
        wanted = 4;
        advance(10);
        assertThat(loop.isHealthy()).isTrue();
        assertThat(connections()).containsExactly(4);
        assertThat(seen.getLast().interval()).isEqualTo(4);
    }

    @Test
    void aDataPlaneThatThrowsWhileItIsMeasuredIsADefectOfTheStepToo() {
        start();
        dataPlane.broken = true;
        advance(10);
        assertThat(defects).hasSize(5);
        assertThat(loop.isHealthy()).isFalse();
        dataPlane.broken = false;
        advance(10);
        assertThat(loop.isHealthy()).isTrue();
        assertThat(connections()).containsExactly(3);
    }

    @Test
    void aDecisionOnOtherPipesThanObservedIsRefused() {
        start();
        int before = published.size();
        twist = decisions -> List.of();
        advance(10);
        twist = decisions -> List.of(new PipeDecision(
                Q, decisions.getFirst().tuning(), 1, 1, decisions.getFirst().rationale()));
        advance(10);
        assertThat(published).hasSize(before);
        assertThat(defects.get(0)).hasMessageContaining("decided on 0 pipes, observed were 1");
        assertThat(defects.get(1)).hasMessageContaining("pipe q in the place of pipe p");
    }

    @Test
    void nothingIsDecidedAfterTheStop() {
        start();
        advance(10);
        loop.stop();
        int before = published.size();
        advance(100);
        assertThat(published).hasSize(before);
    }

    @Test
    void aLoopWithoutPipesDecidesOnNothing() {
        TransportControlState none = new TransportControlState(time);
        ControlLoop idle = new ControlLoop(
                none,
                this::decide,
                dataPlane,
                time,
                time,
                ControlSettings.DEFAULT,
                published::add,
                (observation, decision) -> seen.add(observation),
                ControlEvents.NONE);
        idle.start();
        advance(20);
        assertThat(published).hasSize(3).allMatch(control -> control.tunings().isEmpty());
    }

    private void start() {
        loop.start();
        time.settle();
        seen.clear();
    }

    private void advance(int seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    private void declare(PipeId id) {
        state.putPipe(new Pipe(
                id,
                Endpoint.parse("https://a"),
                Endpoint.parse("https://" + id),
                UserId.of("cms"),
                new PipeLimits(1, 10)));
    }

    private static PipeActivity activity(long atSeconds, int connections, double connectionSeconds, long finished) {
        return PipeActivity.at(atSeconds * 1_000_000_000L)
                .activeTransfers(1)
                .activeConnections(connections)
                .queuedTransfers(1)
                .connectionSeconds(connectionSeconds)
                .finishedTransfers(finished)
                .build();
    }

    private List<Integer> connections() {
        return published.getLast().tunings().values().stream()
                .map(tuning -> tuning.connections())
                .toList();
    }

    private PipeObservation lastOf(PipeId id) {
        return seen.getLast().pipes().stream()
                .filter(pipe -> pipe.pipe().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Decision decide(Observation observation) {
        if (broken) {
            throw new IllegalStateException("broken");
        }
        List<PipeDecision> decisions = observation.pipes().stream()
                .map(pipe -> PipeDecision.of(pipe, wanted, Rationale.of(Reason.FIXED)))
                .toList();
        return new Decision(observation.interval(), observation.at(), twist.apply(decisions), 0, 0, List.of());
    }

    /// Moves nothing; says that it has moved what the test says.
    private static final class CountingDataPlane implements DataPlane {
        private final Map<PipeId, Long> moved = new HashMap<>();
        private final Map<PipeId, Long> outstanding = new HashMap<>();
        private final Map<PipeId, Integer> moving = new HashMap<>();
        private final Map<PipeId, PathCounts> paths = new HashMap<>();
        private StageTotals stages = StageTotals.NONE;
        private boolean broken;

        @Override
        public StageTotals stages(PipeId pipe) {
            return stages;
        }

        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            throw new AssertionError("the control loop starts nothing");
        }

        @Override
        public void proceed(AttemptId attempt) {
            throw new AssertionError("the control loop starts nothing");
        }

        @Override
        public void cancel(AttemptId attempt) {
            throw new AssertionError("the control loop stops nothing");
        }

        @Override
        public int adjust(AttemptId attempt, int connections) {
            throw new AssertionError("the control loop adjusts nothing");
        }

        @Override
        public long movedBytes(PipeId pipe) {
            if (broken) {
                throw new IllegalStateException("no counters");
            }
            return moved.getOrDefault(pipe, 0L);
        }

        @Override
        public long outstandingBytes(PipeId pipe) {
            return outstanding.getOrDefault(pipe, 0L);
        }

        @Override
        public int movingConnections(PipeId pipe, Duration within) {
            Integer known = moving.get(pipe);
            return known == null ? DataPlane.super.movingConnections(pipe, within) : known;
        }

        @Override
        public PathCounts pathCounts(PipeId pipe) {
            PathCounts known = paths.get(pipe);
            return known == null ? DataPlane.super.pathCounts(pipe) : known;
        }
    }
}
