// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.api.runtime.ControlBoard;
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
import io.tcn.core.state.PipeActivity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamedMetricsTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MOST = 20;
    /// A line of the format: a name, labels whose values have no bare quote, backslash or line break, a number.
    private static final Pattern LINE =
            Pattern.compile("[a-z_]+\\{([a-z]+=\"([^\"\\\\\n]|\\\\[\\\\\"n])*\",?)+} (NaN|[+-]?[0-9.]+(E-?[0-9]+)?)");

    /// Five are queued, on hold, and one waits for another.
    private static final PipeActivity ACTIVITY = PipeActivity.at(0)
            .activeTransfers(2)
            .activeConnections(3)
            .waitingTransfers(6)
            .heldTransfers(5)
            .build();

    private final ControlBoard board = new ControlBoard();

    private static PipeObservation pipe(String id, String source, String user, double throughputBps) {
        Pipe pipe = new Pipe(
                PipeId.of(id),
                Endpoint.parse(source),
                Endpoint.parse("https://z"),
                UserId.of(user),
                new PipeLimits(1, 10));
        return PipeObservation.of(pipe)
                .decidedConnections(4)
                .meanActiveConnections(3)
                .activeConnections(3)
                .activeTransfers(2)
                .queuedTransfers(5)
                .movedBytes((long) throughputBps)
                .throughputBps(throughputBps)
                .finishedTransfers(1)
                .failedAttempts(2)
                .finishedBytes(10)
                .build();
    }

    private String scrape(List<PipeObservation> pipes, List<Constraint> constraints, String seenBy) {
        Observation observation = new Observation(
                7,
                AT,
                Duration.ofSeconds(10),
                pipes,
                new NetworkMapSnapshot(new MapVersion(1), AT, new TreeMap<>(), new TreeMap<>()),
                constraints);
        List<PipeDecision> decisions = pipes.stream()
                .map(seen -> PipeDecision.of(seen, 6, Rationale.of(Reason.GRADIENT_STEP, Map.of())))
                .toList();
        board.decided(
                observation,
                new Decision(
                        7,
                        AT,
                        decisions,
                        0,
                        0,
                        constraints.stream()
                                .map(constraint -> constraint.report(observation.throughputBps(), 0.5))
                                .toList()));
        EndpointHealth health = new EndpointHealth(Endpoint.parse("https://a"), 12, 3, null, null, List.of());
        return new NamedMetrics(board, () -> List.of(health), pipe -> ACTIVITY, MOST)
                .scrape(user -> seenBy.isEmpty() || user.value().equals(seenBy));
    }

    private static List<String> series(String scrape) {
        return scrape.lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void whatPipesDoIsSummedUpByUserAndStorage() {
        String scrape = scrape(
                List.of(pipe("p", "https://a", "cms", 3e9), pipe("q", "https://b", "cms", 1e9)),
                List.of(Constraint.bound(UserId.of("cms"), ResourceId.of("link:a>b"), 5e9, 0, 1)),
                "");

        assertThat(series(scrape))
                .contains(
                        "tcn_user_throughput_bps{user=\"cms\"} 4.0E9",
                        "tcn_user_transfers_running{user=\"cms\"} 4.0",
                        "tcn_user_transfers_queued{user=\"cms\"} 10.0",
                        "tcn_storage_read_bps{storage=\"https://a\"} 3.0E9",
                        "tcn_storage_write_bps{storage=\"https://z\"} 4.0E9",
                        "tcn_storage_attempts_total{storage=\"https://a\"} 12.0",
                        "tcn_storage_failures_total{storage=\"https://a\"} 3.0",
                        "tcn_control_slack_bps{kind=\"bound\",resource=\"link:a>b\",user=\"cms\"} 1.0E9");
        String labels = "{destination=\"https://z\",pipe=\"p\",source=\"https://a\",user=\"cms\"} ";
        assertThat(series(scrape))
                .contains(
                        "tcn_pipe_throughput_bps" + labels + "3.0E9",
                        "tcn_pipe_connections_decided" + labels + "6.0",
                        "tcn_pipe_connections_open" + labels + "3.0",
                        "tcn_pipe_price" + labels + "0.5",
                        "tcn_pipe_limit_bps" + labels + "5.0E9");
    }

    /// 5,000 pipes between 5,000 storages of 500 users, with a bound each: the busiest are named, nothing is lost of
    /// the others of users and storages, and there are never more than the budget.
    @Test
    void howeverManyThereAreTheSeriesAreFew() {
        List<PipeObservation> pipes = new ArrayList<>();
        List<Constraint> constraints = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            pipes.add(pipe("p" + i, "https://s" + i, "u" + i % 500, 1e6 * i));
            constraints.add(Constraint.bound(UserId.of("u" + i % 500), ResourceId.of("link:" + i), 1e9, i));
        }
        String scrape = scrape(pipes, constraints, "");

        // Users 4 and one more row, storages 4 and one more row and two without it, pipes 6, controls 4.
        assertThat(series(scrape)).hasSize(4 * (MOST + 1) + 4 * (MOST + 1) + 2 * MOST + 6 * MOST + 4 * MOST);
        assertThat(scrape).contains("{user=\"(others)\"}", "pipe=\"p4999\"").doesNotContain("pipe=\"p4000\"");
        double moved = series(scrape).stream()
                .filter(line -> line.startsWith("tcn_user_throughput_bps"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
        assertThat(moved)
                .isEqualTo(IntStream.range(0, 5000).mapToDouble(i -> 1e6 * i).sum());
    }

    @Test
    void othersAreNotTold() {
        String scrape = scrape(
                List.of(pipe("p", "https://a", "cms", 3e9), pipe("q", "https://b", "atlas", 1e9)),
                List.of(Constraint.bound(UserId.of("atlas"), ResourceId.of("link:secret"), 5e9, 1)),
                "cms");

        assertThat(scrape).contains("cms").doesNotContain("atlas", "https://b", "secret");
    }

    /// All that names may have, right to left letters included.
    @Test
    void whateverNamesThereAreTheTextStaysWhole() {
        String name = "x".repeat(200) + "*+=~[]>@/:._\u05d0\u0639";
        String scrape = scrape(List.of(pipe(name, "https://a", name, 3e9)), List.of(), "");

        assertThat(scrape).contains(name);
        assertThat(series(scrape))
                .isNotEmpty()
                .allMatch(line -> LINE.matcher(line).matches());
    }
}
