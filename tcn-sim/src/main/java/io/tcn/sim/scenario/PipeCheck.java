// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.ScenarioDocument.AmongEntry;
import io.tcn.sim.scenario.ScenarioDocument.PipeEntry;
import io.tcn.sim.scenario.ScenarioDocument.UserEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks the pipes of a document, listed ones and those among sites, and the weights of users.
final class PipeCheck {
    private static final int MAX_PIPES = 10_000;

    private final ScenarioDocument document;
    private final Ground ground;
    private final Complaints complaints;
    private final Map<String, PipeSpec> pipes = new LinkedHashMap<>();
    private final Map<List<String>, String> keys = new HashMap<>();

    /// Names of pipes that were refused: what refers to them is not a second mistake.
    private final Set<String> refused = new HashSet<>();

    PipeCheck(ScenarioDocument document, Ground ground) {
        this.document = document;
        this.ground = ground;
        this.complaints = ground.complaints();
    }

    /// The pipes, listed ones first.
    List<PipeSpec> check() {
        List<PipeEntry> entries = document.pipes() == null ? List.of() : document.pipes();
        List<AmongEntry> among = document.pipesAmong() == null ? List.of() : document.pipesAmong();
        if (entries.isEmpty() && among.isEmpty()) {
            complaints.add("/pipes", "there is no pipe", "give at least one with id, src, dst and user");
        }
        for (int i = 0; i < entries.size(); i++) {
            PipeEntry entry = entries.get(i);
            String place = "/pipes/" + i;
            boolean hasSource = ground.checkSite(entry.src(), place + "/src");
            boolean hasDestination = ground.checkSite(entry.dst(), place + "/dst");
            if (hasSource && hasDestination) {
                add(entry, place);
            } else {
                refused.add(entry.id());
            }
        }
        for (int i = 0; i < among.size(); i++) {
            addAmong(among.get(i), "/pipesAmong/" + i);
        }
        return List.copyOf(pipes.values());
    }

    private void addAmong(AmongEntry entry, String place) {
        List<String> sites = new ArrayList<>();
        if (entry.sites().isString()) {
            sites.addAll(ground.sites());
        } else {
            for (JsonNode site : entry.sites()) {
                if (ground.checkSite(site.stringValue(), place + "/sites")) {
                    sites.add(site.stringValue());
                }
            }
        }
        if (new LinkedHashSet<>(sites).size() < sites.size()) {
            complaints.add(place + "/sites", "a site is there twice", "name each once");
            return;
        }
        if ((long) sites.size() * (sites.size() - 1) > MAX_PIPES) {
            complaints.add(
                    place + "/sites",
                    sites.size() + " sites have more than " + MAX_PIPES + " ordered pairs",
                    "name fewer sites");
            return;
        }
        int turn = 0;
        for (String from : sites) {
            for (String to : sites) {
                if (!from.equals(to)) {
                    String id = (entry.prefix() == null ? "" : entry.prefix()) + from + ">" + to;
                    String user = entry.users().get(turn++ % entry.users().size());
                    add(
                            new PipeEntry(
                                    id, from, to, user, entry.weight(), entry.minConnections(), entry.maxConnections()),
                            place);
                }
            }
        }
    }

    private void add(PipeEntry entry, String place) {
        String id = entry.id();
        if (entry.src().equals(entry.dst())) {
            complaints.add(place + "/dst", "source and destination are the same site", "name two sites");
            refused.add(id);
            return;
        }
        if (!ground.isConnected(entry.src(), entry.dst())) {
            complaints.add(
                    place, "no way leads from " + entry.src() + " to " + entry.dst(), "name sites that links connect");
            refused.add(id);
            return;
        }
        Integer least = entry.minConnections();
        Integer most = entry.maxConnections();
        if (least != null && most != null && least > most) {
            complaints.add(
                    place + "/maxConnections",
                    "at most " + most + " connections are fewer than at least " + least,
                    "let maxConnections be minConnections or more");
        }
        try {
            PipeSpec pipe = new PipeSpec(
                    PipeId.of(id),
                    entry.src(),
                    entry.dst(),
                    UserId.of(entry.user()),
                    entry.weight() == null ? 1 : entry.weight(),
                    least,
                    most);
            if (pipes.putIfAbsent(id, pipe) != null) {
                complaints.add(
                        place + "/id",
                        "pipe " + id + " is there twice",
                        "give each pipe a name of its own, or a prefix");
                return;
            }
        } catch (IllegalArgumentException badName) {
            complaints.add(place, String.valueOf(badName.getMessage()), "choose another name");
            refused.add(id);
            return;
        }
        String other = keys.putIfAbsent(List.of(entry.src(), entry.dst(), entry.user()), id);
        if (other != null) {
            complaints.add(
                    place, "pipe " + other + " has the same source, destination and user", "use that pipe for both");
        }
        if (pipes.size() == MAX_PIPES + 1) {
            complaints.add(place, "there are more than " + MAX_PIPES + " pipes", "take fewer");
        }
    }

    /// The pipe of a name; null, after a complaint, if there is none.
    @Nullable
    PipeId pipe(String name, String pointer) {
        PipeSpec pipe = pipes.get(name);
        if (pipe == null && !refused.contains(name)) {
            complaints.add(
                    pointer,
                    "there is no pipe \"" + name + "\"",
                    KeyHints.names(name, pipes.keySet()) + ", or add it to /pipes");
        }
        return pipe == null ? null : pipe.id();
    }

    /// The pipes of a list of names, or all.
    List<PipeId> pipes(@Nullable JsonNode given, String pointer) {
        if (given == null || given.isString()) {
            return pipes.values().stream().map(PipeSpec::id).toList();
        }
        List<PipeId> found = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            PipeId pipe = pipe(given.get(i).stringValue(), pointer + "/" + i);
            if (pipe != null) {
                found.add(pipe);
            }
        }
        return found;
    }

    /// Pipes that never run dry.
    List<PipeId> backlog() {
        Set<PipeId> backlog = new LinkedHashSet<>();
        List<String> entries = document.infiniteBacklog() == null ? List.of() : document.infiniteBacklog();
        for (int i = 0; i < entries.size(); i++) {
            PipeId pipe = pipe(entries.get(i), "/infiniteBacklog/" + i);
            if (pipe != null && !backlog.add(pipe)) {
                complaints.add("/infiniteBacklog/" + i, "pipe " + pipe + " is there twice", "name it once");
            }
        }
        return List.copyOf(backlog);
    }

    /// Weights of users other than 1.
    Map<UserId, Double> weights() {
        Map<UserId, Double> weights = new TreeMap<>();
        List<UserEntry> entries = document.users() == null ? List.of() : document.users();
        Set<String> known = new LinkedHashSet<>();
        pipes.values().forEach(pipe -> known.add(pipe.user().value()));
        for (int i = 0; i < entries.size(); i++) {
            UserEntry entry = entries.get(i);
            if (!known.contains(entry.id())) {
                complaints.add(
                        "/users/" + i + "/id",
                        "user \"" + entry.id() + "\" has no pipe",
                        KeyHints.names(entry.id(), known));
            } else if (weights.put(UserId.of(entry.id()), entry.weight()) != null) {
                complaints.add("/users/" + i + "/id", "user " + entry.id() + " is there twice", "name it once");
            }
        }
        return weights;
    }
}
