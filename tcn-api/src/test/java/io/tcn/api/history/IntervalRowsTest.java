// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistorySeries.Kind;
import io.tcn.api.store.HistoryStore.Entry;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IntervalRowsTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final ResourceId LINK = ResourceId.of("link:a>b");
    private static final UserId CMS = UserId.of("cms");

    private final IntervalRows rows = new IntervalRows();

    private static PipeObservation pipe(String id, String user, int running, double throughputBps) {
        Pipe pipe = new Pipe(
                PipeId.of(id),
                Endpoint.parse("https://a-" + id),
                Endpoint.parse("https://b"),
                UserId.of(user),
                new PipeLimits(1, 10));
        return PipeObservation.of(pipe)
                .decidedConnections(4)
                .meanActiveConnections(running)
                .activeConnections(running)
                .activeTransfers(running)
                .movedBytes((long) throughputBps)
                .throughputBps(throughputBps)
                .finishedTransfers(1)
                .failedAttempts(2)
                .finishedBytes(10)
                .build();
    }

    private List<Entry> of(List<PipeObservation> pipes, List<Constraint> constraints, double price) {
        Observation observation = new Observation(
                1,
                AT,
                Duration.ofSeconds(10),
                pipes,
                new NetworkMapSnapshot(new MapVersion(1), AT, new TreeMap<>(), new TreeMap<>()),
                constraints);
        List<PipeDecision> decisions = pipes.stream()
                .map(seen -> PipeDecision.of(seen, 7, Rationale.of(Reason.GRADIENT_STEP, Map.of("gradient", 0.4))))
                .toList();
        return rows.of(
                observation,
                new Decision(
                        1,
                        AT,
                        decisions,
                        0,
                        0,
                        constraints.stream()
                                .map(constraint -> constraint.report(observation.throughputBps(), price))
                                .toList()));
    }

    private static HistoryRow row(List<Entry> rows, Kind kind, String name) {
        return rows.stream()
                .filter(entry ->
                        entry.series().kind() == kind && entry.series().name().equals(name))
                .map(Entry::row)
                .findFirst()
                .orElseThrow();
    }

    /// p is under a bound of 5e9 and over a guarantee of 1e9, each with the price 2: 2 - 2 = 0. q is under the bound.
    @Test
    void aPipeMeetsTheSumOfItsPricesAndTheLeastUpperLimit() {
        List<Entry> all = of(
                List.of(pipe("p", "cms", 2, 3e9), pipe("q", "cms", 1, 4e9)),
                List.of(Constraint.bound(CMS, LINK, 5e9, 0, 1), Constraint.guarantee(CMS, LINK, 1e9, 0)),
                2);
        assertThat(row(all, Kind.PIPE, "p").price()).isZero();
        assertThat(row(all, Kind.PIPE, "p").limitBps()).isEqualTo(5e9);
        assertThat(row(all, Kind.PIPE, "q").price()).isEqualTo(2);
        HistoryRow bound = row(all, Kind.CONTROL, "BOUND cms link:a>b");
        assertThat(bound.throughputBps()).isEqualTo(7e9);
        assertThat(bound.limitBps()).isEqualTo(5e9);
        assertThat(bound.connections()).isNull();
        assertThat(row(all, Kind.CONTROL, "GUARANTEE cms link:a>b").price()).isEqualTo(2);
    }

    @Test
    void usersAndAllTogetherAreSumsAndTheBusiestPipesComeFirst() {
        List<Entry> all = of(
                List.of(pipe("p", "cms", 2, 3e9), pipe("q", "cms", 1, 4e9), pipe("r", "atlas", 1, 1e9)), List.of(), 0);
        assertThat(row(all, Kind.TOTAL, HistorySeries.TOTAL.name()).throughputBps())
                .isEqualTo(8e9);
        assertThat(row(all, Kind.USER, "cms").throughputBps()).isEqualTo(7e9);
        assertThat(row(all, Kind.USER, "cms").failed()).isEqualTo(4);
        assertThat(all.stream()
                        .filter(entry -> entry.series().kind() == Kind.PIPE)
                        .map(entry -> entry.series().name()))
                .containsExactly("q", "p", "r");
        assertThat(row(all, Kind.PIPE, "p").words()).isEqualTo("step along the gradient (gradient=0.4000)");
        assertThat(row(all, Kind.PIPE, "p").reason()).isEqualTo("GRADIENT_STEP");
        assertThat(row(all, Kind.PIPE, "p").limitBps()).isNull();
    }

    @Test
    void aPipeThatBecomesIdleHasOneMoreRow() {
        assertThat(pipes(of(List.of(pipe("p", "cms", 2, 3e9)), List.of(), 0))).isEqualTo(1);
        assertThat(pipes(of(List.of(pipe("p", "cms", 0, 0)), List.of(), 0))).isEqualTo(1);
        assertThat(pipes(of(List.of(pipe("p", "cms", 0, 0)), List.of(), 0))).isZero();
        assertThat(pipes(of(List.of(pipe("p", "cms", 1, 0)), List.of(), 0))).isEqualTo(1);
    }

    private static long pipes(List<Entry> rows) {
        return rows.stream().filter(entry -> entry.series().kind() == Kind.PIPE).count();
    }

    @Test
    void aPriceThatIsNoNumberIsNone() {
        List<Entry> all =
                of(List.of(pipe("p", "cms", 2, 3e9)), List.of(Constraint.bound(CMS, LINK, 5e9, 0)), Double.NaN);
        assertThat(row(all, Kind.PIPE, "p").price()).isZero();
        assertThat(row(all, Kind.CONTROL, "BOUND cms link:a>b").price()).isZero();
    }
}
