// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.PipeNow;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.text.EnumWord;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.PipeControls;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.state.PipeActivity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Metrics by user, storage, pipe and resource control: of the busiest of each, so that there are never more than a few
/// hundred. Worked out of the last decision when somebody asks; the loops do nothing for it.
@Component
final class NamedMetrics {
    private static final String OTHERS = "(others)";

    private final ControlBoard board;
    private final Supplier<List<EndpointHealth>> storages;
    private final Function<PipeId, PipeActivity> activities;
    private final int most;

    @Autowired
    NamedMetrics(ControlBoard board, ObjectProvider<ControlPlane> controlPlane, MetricsProperties properties) {
        this(
                board,
                () -> controlPlane.getObject().storageHealth(),
                pipe -> controlPlane.getObject().state().activityOf(pipe),
                properties.busiest());
    }

    /// @param storages how attempts went there
    /// @param activities what a pipe does
    /// @param most how many of each there are
    NamedMetrics(
            ControlBoard board,
            Supplier<List<EndpointHealth>> storages,
            Function<PipeId, PipeActivity> activities,
            int most) {
        this.activities = activities;
        this.board = board;
        this.storages = storages;
        this.most = most;
    }

    /// A pipe in the last decision, and what it does now.
    private record Decided(PipeObservation seen, PipeActivity activity, int connections, double price, double limitBps)
            implements PipeNow {
        @Override
        public Pipe pipe() {
            return seen.pipe();
        }
    }

    /// All in Prometheus's text format.
    ///
    /// @param mayBeSeen the users that the caller may know of
    String scrape(Predicate<UserId> mayBeSeen) {
        return board.last().map(last -> text(snapshots(last, mayBeSeen))).orElse("");
    }

    private static String text(List<MetricSnapshot> metrics) {
        PrometheusRegistry once = new PrometheusRegistry();
        once.register((MultiCollector) () -> new MetricSnapshots(metrics));
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, once, Clock.SYSTEM).scrape();
    }

    private List<MetricSnapshot> snapshots(ControlBoard.Entry last, Predicate<UserId> mayBeSeen) {
        List<MetricSnapshot> all = new ArrayList<>();
        List<Decided> pipes = decided(last, mayBeSeen);
        addUsers(all, pipes);
        addStorages(all, pipes);
        addPipes(all, pipes);
        addControls(all, last, mayBeSeen);
        return all;
    }

    private List<Decided> decided(ControlBoard.Entry last, Predicate<UserId> mayBeSeen) {
        List<PipeObservation> pipes = last.observation().pipes();
        PipeControls limits = PipeControls.of(last.observation(), last.decision());
        return IntStream.range(0, pipes.size())
                .filter(i -> mayBeSeen.test(pipes.get(i).pipe().user()))
                .mapToObj(i -> new Decided(
                        pipes.get(i),
                        activities.apply(pipes.get(i).pipe().id()),
                        last.decision().pipes().get(i).tuning().connections(),
                        limits.price(i),
                        limits.limitBps(i)))
                .toList();
    }

    private void addUsers(List<MetricSnapshot> all, List<Decided> pipes) {
        Family<PipeSums> family = busiest(PipeSums.byUser(pipes), "user");
        all.add(family.gauge(
                "tcn_user_throughput_bps", "bit/s that the pipes of a user moved", PipeSums::throughputBps));
        all.add(family.gauge("tcn_user_transfers_running", "transfers of a user that run", PipeSums::running));
        all.add(family.gauge("tcn_user_transfers_queued", "transfers of a user that wait", PipeSums::queued));
        all.add(family.gauge("tcn_user_connections_open", "connections of a user that are open", PipeSums::open));
    }

    private void addStorages(List<MetricSnapshot> all, List<Decided> pipes) {
        Family<PipeSums> family = busiest(PipeSums.byEndpoint(pipes), "storage");
        all.add(family.gauge("tcn_storage_read_bps", "bit/s read from a storage", PipeSums::readBps));
        all.add(family.gauge("tcn_storage_write_bps", "bit/s written to a storage", PipeSums::writtenBps));
        all.add(family.gauge("tcn_storage_transfers_running", "transfers that run there", PipeSums::running));
        all.add(family.gauge("tcn_storage_transfers_queued", "transfers that wait to run there", PipeSums::queued));
        Map<String, EndpointHealth> tried = new HashMap<>();
        storages.get().forEach(health -> tried.put(health.endpoint().toString(), health));
        // What is summed up in "(others)" changes with who is among the busiest, and so may go down.
        Family<PipeSums> named = new Family<>(
                family.rows().stream().filter(it -> !it.name().equals(OTHERS)).toList(), family.labels());
        all.add(named.counter(
                "tcn_storage_attempts",
                "attempts at a storage",
                it -> of(tried.get(it.name()), EndpointHealth::attempts)));
        all.add(named.counter(
                "tcn_storage_failures",
                "attempts that failed because of it",
                it -> of(tried.get(it.name()), EndpointHealth::failures)));
    }

    private static double of(@Nullable EndpointHealth health, ToLongFunction<EndpointHealth> count) {
        return health == null ? 0 : count.applyAsLong(health);
    }

    private Family<PipeSums> busiest(Collection<PipeSums> all, String label) {
        Busiest<PipeSums> busiest = Busiest.of(all, most, PipeSums::business);
        List<PipeSums> rows = new ArrayList<>(busiest.chosen());
        if (!busiest.others().isEmpty()) {
            PipeSums others = new PipeSums(OTHERS);
            busiest.others().forEach(others::add);
            rows.add(others);
        }
        return new Family<>(rows, it -> Labels.of(label, it.name()));
    }

    private void addPipes(List<MetricSnapshot> all, List<Decided> pipes) {
        Family<Decided> family =
                new Family<>(Busiest.of(pipes, most, PipeSums::businessOf).chosen(), it -> labels(it.pipe()));
        all.add(family.gauge("tcn_pipe_throughput_bps", "bit/s that a pipe moved", Decided::throughputBps));
        all.add(family.gauge("tcn_pipe_connections_decided", "connections decided", Decided::connections));
        all.add(family.gauge(
                "tcn_pipe_connections_open",
                "connections open",
                it -> it.activity().activeConnections()));
        all.add(family.gauge(
                "tcn_pipe_transfers_queued",
                "transfers that wait",
                it -> it.activity().readyTransfers()));
        all.add(family.gauge("tcn_pipe_price", "what one bit/s costs, in utility", Decided::price));
        all.add(family.gauge(
                "tcn_pipe_limit_bps",
                "the least upper limit that a pipe is under",
                it -> Double.isInfinite(it.limitBps()) ? Double.NaN : it.limitBps()));
    }

    private static Labels labels(Pipe pipe) {
        return Labels.of(
                "pipe",
                pipe.id().value(),
                "source",
                pipe.source().toString(),
                "destination",
                pipe.destination().toString(),
                "user",
                pipe.user().value());
    }

    /// Those that are used most of their limits.
    private void addControls(List<MetricSnapshot> all, ControlBoard.Entry last, Predicate<UserId> mayBeSeen) {
        List<ConstraintReport> controls = last.decision().constraints().stream()
                .filter(report -> mayBeSeen.test(report.user()))
                .toList();
        List<ConstraintReport> chosen = Busiest.of(controls, most, report -> report.usedBps() / report.limitBps())
                .chosen();
        Family<ConstraintReport> family = new Family<>(
                chosen,
                it -> Labels.of(
                        "user", it.user().value(), "resource", it.resource().value(), "kind", EnumWord.of(it.kind())));
        all.add(family.gauge("tcn_control_limit_bps", "limit of a resource control", ConstraintReport::limitBps));
        all.add(family.gauge("tcn_control_used_bps", "what its user moves there", ConstraintReport::usedBps));
        all.add(family.gauge("tcn_control_slack_bps", "what is left until it is broken", ConstraintReport::slackBps));
        all.add(family.gauge("tcn_control_price", "what one bit/s of it is worth", ConstraintReport::price));
    }
}
