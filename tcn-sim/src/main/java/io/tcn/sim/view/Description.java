// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.Topology;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.run.ScenarioNetwork;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.ClockTimes;
import io.tcn.sim.scenario.ControlTimes;
import io.tcn.sim.scenario.NamedTopology;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioDetails;
import io.tcn.sim.scenario.ScenarioDetails.CapacityFault;
import io.tcn.sim.scenario.ScenarioDetails.FailureFault;
import io.tcn.sim.scenario.ScenarioDetails.TimedControl;
import io.tcn.sim.scenario.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A scenario or a topology in words, a line each: how large it is, where pipes go and what limits them, how much
/// is to be moved, what controls hold and what breaks.
public final class Description {
    /// Longer lists are cut.
    private static final int MAX_LINES = 40;

    private final List<String> lines = new ArrayList<>();

    private Description() {}

    /// The lines of a topology.
    public static List<String> of(NamedTopology named) {
        Description description = new Description();
        description.topology(named.name(), named.topology());
        named.notes().forEach(note -> description.lines.add("  completed: " + note));
        description.cut(
                "sites",
                named.topology().allSites().stream()
                        .map(site -> site.id()
                                + (site.capacityGbps() == null ? "" : ", " + Units.rate(site.capacityGbps() * 1e9)))
                        .toList());
        description.cut(
                "links",
                named.topology().links().stream()
                        .map(link -> link.id() + ", " + Units.rate(link.capacityGbps() * 1e9)
                                + (link.latencyMs() == null ? "" : ", " + Units.number(link.latencyMs()) + " ms"))
                        .toList());
        return description.lines;
    }

    /// The lines of a scenario.
    ///
    /// @throws IllegalArgumentException if nothing limits one of its pipes
    public static List<String> of(Scenario scenario) {
        Description description = new Description();
        description.scenario(scenario);
        return description.lines;
    }

    private void topology(String name, Topology topology) {
        double gbps = topology.links().stream()
                .mapToDouble(Topology.Link::capacityGbps)
                .sum();
        lines.add("topology " + name + ": " + topology.nodes().size() + " nodes, "
                + topology.links().size() + " links of " + Units.rate(gbps * 1e9) + " together, "
                + topology.allSites().size() + " sites");
    }

    private void scenario(Scenario scenario) {
        lines.add(scenario.name() + (scenario.describes().isEmpty() ? "" : ": " + scenario.describes()));
        topology(scenario.topologyName(), scenario.topology());
        scenario.details().notes().forEach(note -> lines.add("  note: " + note));
        SimulationSettings settings = SimulationSettings.of(scenario);
        List<Pipe> pipes = ScenarioNetwork.pipesOf(scenario, settings);
        FluidNetwork network = new ScenarioNetwork(scenario, new Engine()).fluid(pipes, settings.physics());
        pipes(scenario, network);
        Load load = Load.of(scenario);
        load(scenario, load);
        busiest(network, load);
        controls(scenario);
        troubles(scenario.details());
        settings(scenario, settings);
    }

    private void pipes(Scenario scenario, FluidNetwork network) {
        Map<PipeId, Integer> index = new HashMap<>();
        network.pipes().forEach(pipe -> index.put(pipe, index.size()));
        List<String> rows = new ArrayList<>();
        for (Scenario.PipeSpec pipe : scenario.pipes()) {
            int i = index.getOrDefault(pipe.id(), 0);
            int narrowest = -1;
            long links = 0;
            for (int r : network.path(i)) {
                links += network.resources().get(r).kind() == Resource.Kind.LINK ? 1 : 0;
                if (narrowest < 0
                        || network.flows().capacityBps(r, 0) < network.flows().capacityBps(narrowest, 0)) {
                    narrowest = r;
                }
            }
            String bottleneck = narrowest < 0
                    ? ""
                    : ", narrowest " + network.resources().get(narrowest).id() + " of "
                            + Units.rate(network.flows().capacityBps(narrowest, 0));
            rows.add(pipe.id() + ": " + pipe.from() + " to " + pipe.to() + ", user " + pipe.user() + ", " + links
                    + " links, round trip "
                    + Units.number(network.rttSeconds().get(i) * 1000) + " ms" + bottleneck);
        }
        cut("pipes", rows);
    }

    private void load(Scenario scenario, Load load) {
        lines.add("transfers: " + scenario.transfers().size() + " listed, about "
                + (scenario.expectedTransfers() - scenario.transfers().size()) + " by arrivals, "
                + Units.bytes(load.totalBytes()) + " together"
                + (scenario.infiniteBacklog().isEmpty()
                        ? ""
                        : ", and " + scenario.infiniteBacklog().size() + " pipes that never run dry"));
        scenario.details().arrivals().forEach(process -> {
            double count = process.expectedCount();
            double seconds =
                    Math.max(1e-9, (process.expectedLastNanos() - process.span().fromNanos()) / 1e9);
            lines.add("  arrivals " + process.name() + ": about " + Units.number(count) + " within "
                    + Units.seconds(seconds) + ", " + Units.number(count / seconds) + " a second, "
                    + Units.rate(process.expectedBytes() * 8 / seconds) + " on average");
        });
        long coflows = scenario.transfers().stream()
                .map(Scenario.TransferSpec::coflow)
                .filter(Objects::nonNull)
                .distinct()
                .count();
        if (coflows > 0) {
            long due = scenario.details().coflows().values().stream()
                    .filter(coflow -> coflow.deadlineSeconds() != null)
                    .count();
            lines.add("  coflows: " + coflows + (due == 0 ? "" : ", " + due + " with a deadline"));
        }
    }

    /// The resources that need the longest for what they are to carry: no optimizer can be faster.
    private void busiest(FluidNetwork network, Load load) {
        double[] bytes = new double[network.resources().size()];
        for (int i = 0; i < network.pipes().size(); i++) {
            for (int r : network.path(i)) {
                bytes[r] += load.bytesOf(network.pipes().get(i));
            }
        }
        record Busy(ResourceId id, double seconds, double bytes) {}
        List<Busy> busy = new ArrayList<>();
        for (int r = 0; r < bytes.length; r++) {
            double bps = network.flows().capacityBps(r, 0);
            if (bytes[r] > 0 && bps > 0 && !Double.isInfinite(bps)) {
                busy.add(new Busy(network.resources().get(r).id(), bytes[r] * 8 / bps, bytes[r]));
            }
        }
        busy.sort(Comparator.comparingDouble(Busy::seconds).reversed().thenComparing(Busy::id));
        if (!busy.isEmpty()) {
            lines.add("busiest resources, with the least time for their load:");
            busy.stream()
                    .limit(5)
                    .forEach(one -> lines.add(
                            "  " + one.id() + ": " + Units.bytes(one.bytes()) + ", " + Units.seconds(one.seconds())));
        }
    }

    private void controls(Scenario scenario) {
        List<String> rows = new ArrayList<>();
        scenario.controls().forEach(control -> rows.add(inWords(control)));
        for (TimedControl timed : scenario.details().timedControls()) {
            rows.add(inWords(timed.control()) + ", " + inWords(timed.times()));
        }
        scenario.details().userWeights().forEach((user, weight) -> rows.add(user + " has weight " + weight));
        cut("controls", rows);
    }

    private static String inWords(ResourceControl control) {
        String what = switch (control) {
            case Bound bound ->
                switch (bound.limit()) {
                    case Bound.Rate rate -> "at most " + Units.rate(rate.maxBps());
                    case Bound.CapacityShare share ->
                        "at most " + Units.number(share.share() * 100) + " % of the capacity";
                };
            case Guarantee guarantee -> "at least " + Units.rate(guarantee.minBps());
            case RelativeWeight weight -> "relative weight " + Units.number(weight.weight());
        };
        return control.user() + " on " + control.resourceSet() + ": " + what;
    }

    private static String inWords(ControlTimes times) {
        return switch (times) {
            case Span span -> inWords(span);
            case ClockTimes clock -> "by the timetable " + clock.timetable().inWords();
        };
    }

    private static String inWords(Span span) {
        return "from " + Units.seconds(span.fromNanos() / 1e9)
                + (span.untilNanos() == Long.MAX_VALUE
                        ? " to the end"
                        : " until " + Units.seconds(span.untilNanos() / 1e9));
    }

    private void troubles(ScenarioDetails details) {
        List<String> rows = new ArrayList<>();
        for (ScenarioDetails.Fault fault : details.faults()) {
            rows.add(
                    switch (fault) {
                        case CapacityFault capacity ->
                            (capacity.capacityBps() > 0
                                            ? "capacity " + Units.rate(capacity.capacityBps())
                                            : capacity.isFatal() ? "down" : "stalled")
                                    + " " + inWords(fault.span()) + ": " + capacity.resources();
                        case FailureFault failure ->
                            Units.number(failure.probability() * 100) + " % of all attempts fail "
                                    + inWords(fault.span());
                    });
        }
        cut("faults", rows);
        if (!details.background().isEmpty()) {
            lines.add("background traffic on " + details.background().size() + " resources");
        }
    }

    private void settings(Scenario scenario, SimulationSettings settings) {
        ScenarioDetails.SettingsSpec given = scenario.details().settings();
        lines.add("settings: n " + settings.limits().minConnections() + " to "
                + settings.limits().maxConnections() + ", interval "
                + Units.seconds(settings.interval().toNanos() / 1e9) + ", map tells "
                + settings.knowledge() + ", utility " + (given.utility() == null ? "sum" : given.utility())
                + (given.optimizers().isEmpty() ? "" : ", optimizers " + String.join(", ", given.optimizers())));
    }

    private void cut(String title, List<String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        lines.add(title + ": " + rows.size());
        rows.stream().limit(MAX_LINES).forEach(row -> lines.add("  " + row));
        if (rows.size() > MAX_LINES) {
            lines.add("  ... and " + (rows.size() - MAX_LINES) + " more");
        }
    }
}
