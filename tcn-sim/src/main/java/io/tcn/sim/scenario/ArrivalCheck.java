// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.sim.scenario.ArrivalProcess.Periodic;
import io.tcn.sim.scenario.ArrivalProcess.Poisson;
import io.tcn.sim.scenario.ArrivalProcess.Recorded;
import io.tcn.sim.scenario.ArrivalProcess.Rule;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.ScenarioDocument.ArrivalEntry;
import io.tcn.sim.scenario.ScenarioDocument.SizesEntry;
import io.tcn.sim.scenario.ScenarioDocument.TraceEntry;
import io.tcn.sim.trace.SiteMapping;
import io.tcn.sim.trace.Trace;
import io.tcn.sim.trace.TraceException;
import io.tcn.sim.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Checks the arrival processes of a document and reads the traces that they name.
final class ArrivalCheck {
    private static final long MAX_BYTES = 1_000_000_000_000_000L;

    private final Path folder;
    private final long seed;
    private final List<ArrivalEntry> entries;
    private final List<PipeSpec> allPipes;
    private final PipeCheck pipes;
    private final Ground ground;
    private final Complaints complaints;
    private final List<String> notes = new ArrayList<>();

    /// @param folder where traces are looked for
    /// @param seed the scenario's
    ArrivalCheck(
            Path folder,
            long seed,
            ScenarioDocument document,
            List<PipeSpec> allPipes,
            PipeCheck pipes,
            Ground ground) {
        this.folder = folder;
        this.seed = seed;
        this.entries = document.arrivals() == null ? List.of() : document.arrivals();
        this.allPipes = allPipes;
        this.pipes = pipes;
        this.ground = ground;
        this.complaints = ground.complaints();
    }

    List<ArrivalProcess> check() throws InvalidScenarioException {
        List<ArrivalProcess> processes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            ArrivalEntry entry = entries.get(i);
            String place = "/arrivals/" + i;
            String name = entry.name() == null ? "arrivals-" + i : entry.name();
            if (!names.add(name)) {
                complaints.add(place + "/name", "arrivals " + name + " are there twice", "give each their own name");
            }
            Span span = ground.span(entry.fromSeconds(), entry.untilSeconds(), place);
            List<PipeId> to = pipes.pipes(entry.pipes(), place + "/pipes");
            Rule rule = entry.trace() != null
                    ? recorded(entry, entry.trace(), to, place)
                    : drawn(entry, to, sizes(entry.sizes(), place + "/sizes"), place);
            if (rule != null) {
                processes.add(new ArrivalProcess(
                        name,
                        rule,
                        entry.count() == null ? Long.MAX_VALUE : entry.count(),
                        span,
                        entry.seed() == null ? mix(seed, i) : entry.seed(),
                        entry.priority() == null ? Transfer.DEFAULT_PRIORITY : entry.priority()));
            }
        }
        return processes;
    }

    /// What was left out of traces.
    List<String> notes() {
        return notes;
    }

    /// A seed of its own for each place in the list. Mixed, as neighbours would draw the same, one number further on.
    private static long mix(long seed, int place) {
        return new SplittableRandom(seed).nextLong() + place;
    }

    private @Nullable Rule drawn(ArrivalEntry entry, List<PipeId> to, @Nullable Sizes sizes, String place) {
        if (entry.count() == null && entry.untilSeconds() == null) {
            complaints.add(place, "nothing ends these arrivals", "give count or untilSeconds, or both");
            return null;
        }
        if (sizes == null || to.isEmpty()) {
            return null;
        }
        if (entry.everySeconds() != null) {
            return new Periodic(Math.max(1, Ground.nanos(entry.everySeconds())), to, sizes);
        }
        return new Poisson(entry.poissonMeanSeconds() == null ? 1 : entry.poissonMeanSeconds(), to, sizes);
    }

    private @Nullable Sizes sizes(@Nullable SizesEntry entry, String place) {
        if (entry == null) {
            complaints.add(place, "this is missing", "give fixedBytes, uniform, exponential or lognormal");
            return null;
        }
        if (entry.fixedBytes() != null) {
            return new Sizes.Fixed(entry.fixedBytes());
        }
        if (entry.uniform() != null) {
            if (entry.uniform().minBytes() > entry.uniform().maxBytes()) {
                complaints.add(place + "/uniform", "minBytes is more than maxBytes", "exchange them");
                return null;
            }
            return new Sizes.Uniform(entry.uniform().minBytes(), entry.uniform().maxBytes());
        }
        if (entry.exponential() != null) {
            Long most = entry.exponential().maxBytes();
            return new Sizes.Exponential(entry.exponential().meanBytes(), most == null ? MAX_BYTES : most);
        }
        if (entry.lognormal() != null) {
            Long most = entry.lognormal().maxBytes();
            return new Sizes.Lognormal(
                    entry.lognormal().medianBytes(), entry.lognormal().sigma(), most == null ? MAX_BYTES : most);
        }
        return null;
    }

    private @Nullable Rule recorded(ArrivalEntry entry, TraceEntry given, List<PipeId> to, String place)
            throws InvalidScenarioException {
        if (entry.sizes() != null) {
            complaints.add(place + "/sizes", "a trace has sizes of its own", "take the sizes out");
            return null;
        }
        Trace trace;
        SiteMapping mapping;
        try {
            trace = TraceReader.read(given.file(), folder);
            mapping = given.mapping() == null ? SiteMapping.SAME : SiteMapping.read(given.mapping(), folder);
        } catch (TraceException broken) {
            throw new InvalidScenarioException(broken.file(), broken.place(), broken.problem(), broken.remedy());
        }
        Map<List<String>, PipeId> byPair = new HashMap<>();
        Set<PipeId> allowed = new LinkedHashSet<>(to);
        allPipes.stream()
                .filter(pipe -> allowed.contains(pipe.id()))
                .forEach(pipe -> byPair.putIfAbsent(List.of(pipe.from(), pipe.to()), pipe.id()));
        Set<String> missing = new LinkedHashSet<>();
        TraceReplay replay = new TraceReplay(
                given.timeCompression() == null ? 1 : given.timeCompression(),
                Boolean.TRUE.equals(given.asFastAsPossible()),
                given.multiply() == null ? 1 : given.multiply());
        try {
            TraceReplay.Placed placed = replay.place(trace, mapping, (from, into, row) -> {
                PipeId pipe = byPair.get(List.of(from, into));
                if (pipe == null && missing.add(from + ">" + into)) {
                    complaints.add(
                            place + "/trace",
                            "no pipe leads from " + from + " to " + into + ", which " + given.file() + " at "
                                    + row.place() + " needs",
                            "add one to /pipes or /pipesAmong, or choose another mapping");
                }
                return Optional.ofNullable(pipe);
            });
            if (!placed.unplaced().isEmpty()) {
                complaints.add(
                        place + "/trace/mapping",
                        "the mapping says nothing of " + String.join(", ", placed.unplaced()),
                        "add them, or give \"otherwise\"");
            } else if (placed.items().isEmpty()) {
                complaints.add(place + "/trace", "no transfer of the trace is left", "choose another mapping");
            }
            if (placed.onOneSite() > 0) {
                notes.add(
                        placed.onOneSite() + " transfers of " + given.file() + " have both ends at one site: left out");
            }
            return placed.items().isEmpty() ? null : new Recorded(placed.items());
        } catch (IllegalArgumentException tooMany) {
            complaints.add(place + "/trace", String.valueOf(tooMany.getMessage()), "lower multiply or cut the trace");
            return null;
        }
    }
}
