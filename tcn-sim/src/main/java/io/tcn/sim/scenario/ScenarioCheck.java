// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Bound;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.state.DependencyCheck;
import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks a document and puts it into the words of core. It collects all complaints before it refuses.
final class ScenarioCheck {
    /// A century: more is a mistake in units.
    private static final double MAX_SECONDS = 3.2e9;

    private final String file;
    private final ScenarioDocument document;
    private final String topologyName;
    private final Topology topology;
    private final Routes routes;
    private final List<Complaint> complaints = new ArrayList<>();

    ScenarioCheck(String file, ScenarioDocument document, String topologyName, Topology topology) {
        this.file = file;
        this.document = document;
        this.topologyName = topologyName;
        this.topology = topology;
        this.routes = new Routes(topology);
    }

    Scenario check() throws InvalidScenarioException {
        Map<PipeId, PipeSpec> pipes = pipes();
        List<TransferSpec> transfers = transfers(pipes.keySet());
        List<ResourceControl> controls = controls();
        List<PipeId> backlog = backlog(pipes.keySet());
        if (complaints.isEmpty() && transfers.isEmpty() && backlog.isEmpty()) {
            complain("/transfers", "there is nothing to move", "give transfers or infiniteBacklog");
        }
        if (!complaints.isEmpty()) {
            throw new InvalidScenarioException(complaints);
        }
        return new Scenario(
                document.name() == null ? file : document.name(),
                document.describes() == null ? "" : document.describes(),
                topologyName,
                topology,
                List.copyOf(pipes.values()),
                controls,
                transfers,
                backlog);
    }

    private void complain(String pointer, String problem, String remedy) {
        complaints.add(new Complaint(file, pointer, problem, remedy));
    }

    /// The text at a place that must have one.
    private @Nullable String text(@Nullable String given, String pointer) {
        if (given == null || given.isEmpty()) {
            complain(pointer, "this is missing", "give a text that is not empty");
            return null;
        }
        return given;
    }

    private Map<PipeId, PipeSpec> pipes() {
        Map<PipeId, PipeSpec> pipes = new LinkedHashMap<>();
        Map<List<String>, String> keys = new HashMap<>();
        List<ScenarioDocument.@Nullable PipeEntry> entries = document.pipes() == null ? List.of() : document.pipes();
        if (entries.isEmpty()) {
            complain("/pipes", "there is no pipe", "give at least one with id, src, dst and user");
        }
        for (int i = 0; i < entries.size(); i++) {
            String place = "/pipes/" + i;
            ScenarioDocument.PipeEntry entry = entries.get(i);
            if (entry == null) {
                complain(place, "this is null", "give a pipe or leave it out");
                continue;
            }
            String id = text(entry.id(), place + "/id");
            String from = site(entry.src(), place + "/src");
            String to = site(entry.dst(), place + "/dst");
            String user = text(entry.user(), place + "/user");
            if (id == null || from == null || to == null || user == null) {
                continue;
            }
            try {
                PipeSpec pipe = new PipeSpec(PipeId.of(id), from, to, UserId.of(user));
                if (from.equals(to)) {
                    complain(place + "/dst", "source and destination are the same site", "name two sites");
                } else if (routes.find(from, to).isEmpty()) {
                    complain(place, "no way leads from " + from + " to " + to, "name sites that links connect");
                }
                if (pipes.putIfAbsent(pipe.id(), pipe) != null) {
                    complain(place + "/id", "pipe " + id + " is there twice", "give each pipe a name of its own");
                }
                String other = keys.putIfAbsent(List.of(from, to, user), id);
                if (other != null) {
                    complain(
                            place,
                            "pipe " + other + " has the same source, destination and user",
                            "use that pipe for both");
                }
            } catch (IllegalArgumentException badName) {
                complain(place, String.valueOf(badName.getMessage()), "choose another name");
            }
        }
        return pipes;
    }

    private @Nullable String site(@Nullable String given, String pointer) {
        String site = text(given, pointer);
        if (site != null && !routes.hasSite(site)) {
            complain(
                    pointer,
                    "topology " + topologyName + " has no site \"" + site + "\"",
                    "use one of "
                            + String.join(
                                    ", ",
                                    topology.allSites().stream()
                                            .map(Topology.Site::id)
                                            .toList()));
            return null;
        }
        return site;
    }

    private List<ResourceControl> controls() {
        List<ResourceControl> controls = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        List<ScenarioDocument.@Nullable ControlEntry> entries =
                document.resourceControls() == null ? List.of() : document.resourceControls();
        for (int i = 0; i < entries.size(); i++) {
            String place = "/resourceControls/" + i;
            ScenarioDocument.ControlEntry entry = entries.get(i);
            if (entry == null) {
                complain(place, "this is null", "give a control or leave it out");
                continue;
            }
            String user = text(entry.user(), place + "/user");
            String resources = text(entry.resources(), place + "/resources");
            Double share = entry.share();
            if (resources != null
                    && !resources.equals(ResourceSet.ALL_LINKS.name().value())) {
                complain(
                        place + "/resources",
                        "resource-set \"" + resources + "\" is not known",
                        "schema 1 knows all-links only");
            }
            if (share == null || !(share > 0 && share <= 1)) {
                complain(
                        place + "/share",
                        "a share is a part of each link's capacity, given was " + share,
                        "give a number above 0 and at most 1");
            } else if (user != null && resources != null) {
                if (!seen.add(user)) {
                    complain(place, "user " + user + " has a control already", "give each user one control");
                }
                try {
                    controls.add(
                            new Bound(UserId.of(user), ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(share)));
                } catch (IllegalArgumentException badName) {
                    complain(place + "/user", String.valueOf(badName.getMessage()), "choose another name");
                }
            }
        }
        return controls;
    }

    private List<PipeId> backlog(Set<PipeId> pipes) {
        List<PipeId> backlog = new ArrayList<>();
        List<@Nullable String> entries = document.infiniteBacklog() == null ? List.of() : document.infiniteBacklog();
        for (int i = 0; i < entries.size(); i++) {
            PipeId pipe = pipe(entries.get(i), pipes, "/infiniteBacklog/" + i);
            if (pipe != null && backlog.contains(pipe)) {
                complain("/infiniteBacklog/" + i, "pipe " + pipe + " is there twice", "name it once");
            } else if (pipe != null) {
                backlog.add(pipe);
            }
        }
        return backlog;
    }

    private @Nullable PipeId pipe(@Nullable String given, Set<PipeId> pipes, String pointer) {
        String name = text(given, pointer);
        if (name == null) {
            return null;
        }
        for (PipeId pipe : pipes) {
            if (pipe.value().equals(name)) {
                return pipe;
            }
        }
        complain(pointer, "there is no pipe \"" + name + "\"", "name one of /pipes, or add it there");
        return null;
    }

    private List<TransferSpec> transfers(Set<PipeId> pipes) {
        Map<String, PipeId> byName = new HashMap<>();
        pipes.forEach(pipe -> byName.put(pipe.value(), pipe));
        List<ScenarioDocument.@Nullable TransferEntry> entries =
                document.transfers() == null ? List.of() : document.transfers();
        Map<String, Integer> places = new LinkedHashMap<>();
        Map<String, Set<String>> after = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            ScenarioDocument.TransferEntry entry = entries.get(i);
            String id = entry == null ? null : text(entry.id(), "/transfers/" + i + "/id");
            if (entry == null) {
                complain("/transfers/" + i, "this is null", "give a transfer or leave it out");
            } else if (id != null && places.putIfAbsent(id, i) != null) {
                complain("/transfers/" + i + "/id", "transfer " + id + " is there twice", "give each its own name");
            } else if (id != null) {
                after.put(id, entry.after() == null ? Set.of() : new LinkedHashSet<>(entry.after()));
            }
        }
        checkDependencies(places, after);
        List<TransferSpec> transfers = new ArrayList<>();
        places.forEach((name, i) -> {
            ScenarioDocument.TransferEntry entry = entries.get(i);
            if (entry != null) {
                TransferSpec spec = transfer(name, i, entry, byName, places, after.getOrDefault(name, Set.of()));
                if (spec != null) {
                    transfers.add(spec);
                }
            }
        });
        return transfers;
    }

    private @Nullable TransferSpec transfer(
            String name,
            int i,
            ScenarioDocument.TransferEntry entry,
            Map<String, PipeId> pipes,
            Map<String, Integer> places,
            Set<String> after) {
        String place = "/transfers/" + i;
        int before = complaints.size();
        String pipeName = text(entry.pipe(), place + "/pipe");
        PipeId pipe = pipeName == null ? null : pipes.get(pipeName);
        if (pipeName != null && pipe == null) {
            complain(place + "/pipe", "there is no pipe \"" + pipeName + "\"", "name one of /pipes, or add it there");
        }
        Long bytes = entry.bytes();
        if (bytes == null || bytes < 0) {
            complain(place + "/bytes", "a size is zero or more bytes, given was " + bytes, "give whole bytes");
        }
        Double arrival = entry.arrivalSeconds();
        if (arrival == null || !(arrival >= 0 && arrival <= MAX_SECONDS)) {
            complain(
                    place + "/arrivalSeconds",
                    "an arrival is zero or more seconds after the start, given was " + arrival,
                    "give seconds");
        }
        if (complaints.size() > before || pipe == null || bytes == null || arrival == null) {
            return null;
        }
        Set<TransferId> predecessors = new LinkedHashSet<>();
        for (String predecessor : after) {
            Integer at = places.get(predecessor);
            if (at != null) {
                predecessors.add(TransferId.of(at + 1L));
            }
        }
        return new TransferSpec(TransferId.of(i + 1L), name, pipe, bytes, Math.round(arrival * 1e9), predecessors);
    }

    private void checkDependencies(Map<String, Integer> places, Map<String, Set<String>> after) {
        switch (DependencyCheck.check(after, name -> false)) {
            case DependencyCheck.Result.Sound<String> _ -> {
                // Nothing to say.
            }
            case DependencyCheck.Result.Cycle<String> cycle ->
                complain(
                        "/transfers/" + places.get(cycle.path().getFirst()) + "/after",
                        "these transfers wait for one another: " + String.join(", ", cycle.path()),
                        "take one of the dependencies out");
            case DependencyCheck.Result.SelfPredecessor<String> self ->
                complain(
                        "/transfers/" + places.get(self.transfer()) + "/after",
                        "transfer " + self.transfer() + " waits for itself",
                        "take that out");
            case DependencyCheck.Result.UnknownPredecessor<String> unknown ->
                complain(
                        "/transfers/" + places.get(unknown.transfer()) + "/after",
                        "transfer " + unknown.transfer() + " waits for \"" + unknown.predecessor()
                                + "\", which is not there",
                        "name transfers of this file");
        }
    }
}
