// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.UserId;
import io.tcn.sim.scenario.ArrivalProcess.Recorded;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.trace.SiteMapping;
import io.tcn.sim.trace.Trace;
import io.tcn.sim.trace.TraceException;
import io.tcn.sim.trace.TraceFiles;
import io.tcn.sim.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a scenario of a trace alone: a pipe of the user `trace` for each pair of sites that it has, in the order
/// in which they come first, and the recorded transfers on them.
public final class TraceScenario {
    private static final UserId USER = UserId.of("trace");
    private static final Path HERE = Path.of("");

    private TraceScenario() {}

    /// Reads a trace as a scenario.
    ///
    /// @param trace a file or the name of a shipped trace
    /// @param topology where its sites are: a file or the name of a shipped topology
    /// @param mapping from its names to sites: a file or the name of a shipped mapping; null: a shipped trace has
    ///     its own, names of another one are sites
    /// @throws InvalidScenarioException if one of them cannot be read, or if they do not fit
    public static Scenario read(String trace, String topology, @Nullable String mapping, TraceReplay replay)
            throws InvalidScenarioException {
        NamedTopology network = new ScenarioReader().readNamedTopology(topology);
        try {
            Trace rows = TraceReader.read(trace, HERE);
            String usual = TraceFiles.mappings().contains(trace) ? trace : null;
            String chosen = mapping == null ? usual : mapping;
            SiteMapping sites = chosen == null ? SiteMapping.SAME : SiteMapping.read(chosen, HERE);
            return of(rows, network, sites, replay);
        } catch (TraceException broken) {
            throw new InvalidScenarioException(broken.file(), broken.place(), broken.problem(), broken.remedy());
        }
    }

    /// The scenario of a trace.
    ///
    /// @throws InvalidScenarioException if a name has no site, if no way connects two sites, or if the transfers
    ///     are too many
    public static Scenario of(Trace trace, NamedTopology topology, SiteMapping mapping, TraceReplay replay)
            throws InvalidScenarioException {
        Complaints complaints = new Complaints(trace.name());
        Ground ground = Ground.of(topology, topology.name(), complaints);
        Map<List<String>, PipeSpec> pipes = new LinkedHashMap<>();
        Set<String> refused = new LinkedHashSet<>();
        TraceReplay.Placed placed;
        try {
            placed = replay.place(trace, mapping, (from, to, row) -> {
                if (refused.contains(from + ">" + to)) {
                    return Optional.empty();
                }
                PipeSpec known = pipes.get(List.of(from, to));
                if (known == null) {
                    known = pipe(ground, from, to, row);
                    if (known == null) {
                        refused.add(from + ">" + to);
                        return Optional.empty();
                    }
                    pipes.put(List.of(from, to), known);
                }
                return Optional.of(known.id());
            });
        } catch (IllegalArgumentException tooMany) {
            throw new InvalidScenarioException(
                    trace.name(), "", String.valueOf(tooMany.getMessage()), "multiply less, or cut the trace");
        }
        if (!placed.unplaced().isEmpty()) {
            complaints.add(
                    "",
                    "the mapping says nothing of " + String.join(", ", placed.unplaced()),
                    "add them, or give \"otherwise\"");
        } else if (placed.items().isEmpty() && complaints.isEmpty()) {
            complaints.add("", "no transfer is left: all have both ends at one site", "choose another mapping");
        }
        complaints.refuseIfAny();
        List<String> notes = new ArrayList<>(topology.notes());
        if (placed.onOneSite() > 0) {
            notes.add(placed.onOneSite() + " transfers have both ends at one site: left out");
        }
        ArrivalProcess process = new ArrivalProcess(
                "row", new Recorded(placed.items()), Long.MAX_VALUE, Span.ALWAYS, 0, Transfer.DEFAULT_PRIORITY);
        ScenarioDetails none = ScenarioDetails.NONE;
        return new Scenario(
                trace.name(),
                describe(replay),
                topology.name(),
                topology.topology(),
                List.copyOf(pipes.values()),
                List.of(),
                List.of(),
                List.of(),
                new ScenarioDetails(
                        0,
                        Map.of(),
                        List.of(),
                        List.of(),
                        none.storages(),
                        List.of(process),
                        Map.of(),
                        List.of(),
                        List.of(),
                        none.physics(),
                        none.settings(),
                        notes));
    }

    private static @Nullable PipeSpec pipe(Ground ground, String from, String to, Trace.Row row) {
        boolean hasSource = ground.checkSite(from, row.place());
        boolean hasDestination = ground.checkSite(to, row.place());
        if (!hasSource || !hasDestination) {
            return null;
        }
        if (!ground.isConnected(from, to)) {
            ground.complaints()
                    .add(
                            row.place(),
                            "no way leads from " + from + " to " + to,
                            "choose another mapping, or a topology that connects them");
            return null;
        }
        return new PipeSpec(PipeId.of(from + ">" + to), from, to, USER);
    }

    private static String describe(TraceReplay replay) {
        String times = replay.asFastAsPossible()
                ? "all at once"
                : !(replay.timeCompression() > 1 || replay.timeCompression() < 1)
                        ? "as recorded"
                        : "time compressed by "
                                + Double.toString(replay.timeCompression()).replaceAll("\\.0$", "");
        return "a trace, " + times + (replay.multiply() == 1 ? "" : ", each " + replay.multiply() + " times");
    }
}
