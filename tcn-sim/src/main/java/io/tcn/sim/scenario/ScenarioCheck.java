// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Bound;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks a document and puts it into the words of core. It collects all complaints before it refuses.
final class ScenarioCheck {
    private final String file;
    private final ScenarioDocument document;
    private final String topologyName;
    private final Topology topology;
    private final Routes routes;
    private final Complaints complaints;

    ScenarioCheck(String file, ScenarioDocument document, String topologyName, Topology topology) {
        this.file = file;
        this.document = document;
        this.topologyName = topologyName;
        this.topology = topology;
        this.routes = new Routes(topology);
        this.complaints = new Complaints(file);
    }

    Scenario check() throws InvalidScenarioException {
        checkSites();
        Map<PipeId, PipeSpec> pipes = pipes();
        List<TransferSpec> transfers = new TransferCheck(document, pipes.keySet(), complaints).check();
        List<ResourceControl> controls = controls();
        List<PipeId> backlog = backlog(pipes.keySet());
        if (complaints.list().isEmpty() && transfers.isEmpty() && backlog.isEmpty()) {
            complain("/transfers", "there is nothing to move", "give transfers or infiniteBacklog");
        }
        if (!complaints.list().isEmpty()) {
            throw new InvalidScenarioException(complaints.list());
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

    private void checkSites() {
        Map<String, String> names = new HashMap<>();
        for (Topology.Site site : topology.allSites()) {
            String other = names.putIfAbsent(site.id().toLowerCase(Locale.ROOT), site.id());
            if (other != null) {
                complain(
                        "/topology",
                        "sites " + other + " and " + site.id() + " differ in upper and lower case only",
                        "rename one");
            }
        }
    }

    private void complain(String pointer, String problem, String remedy) {
        complaints.add(pointer, problem, remedy);
    }

    private @Nullable String text(@Nullable String given, String pointer) {
        return complaints.text(given, pointer);
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
        topology.allSites().stream()
                .filter(known -> known.id().equals(site) && known.capacityGbps() != null && !(known.capacityGbps() > 0))
                .forEach(known -> complain(
                        pointer,
                        "site " + site + " has capacityGbps " + known.capacityGbps(),
                        "give the site a positive one or none, or link it"));
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
        if (!document.listsPipe(name)) {
            complain(pointer, "there is no pipe \"" + name + "\"", "name one of /pipes, or add it there");
        }
        return null;
    }
}
