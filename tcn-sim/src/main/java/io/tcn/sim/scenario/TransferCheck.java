// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.state.DependencyCheck;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDocument.TransferEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks the listed transfers of a document: names, pipes and dependencies.
final class TransferCheck {
    private static final int MAX_LISTED = 200_000;

    private final List<TransferEntry> entries;
    private final PipeCheck pipes;
    private final Complaints complaints;

    TransferCheck(ScenarioDocument document, PipeCheck pipes, Complaints complaints) {
        this.entries = document.transfers() == null ? List.of() : document.transfers();
        this.pipes = pipes;
        this.complaints = complaints;
    }

    List<TransferSpec> check() {
        if (entries.size() > MAX_LISTED) {
            complaints.add(
                    "/transfers",
                    entries.size() + " transfers are listed, more than " + MAX_LISTED,
                    "write them as arrivals or as a trace");
            return List.of();
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        Map<String, Set<String>> after = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            TransferEntry entry = entries.get(i);
            if (places.putIfAbsent(entry.id(), i) != null) {
                complaints.add(
                        "/transfers/" + i + "/id",
                        "transfer " + entry.id() + " is there twice",
                        "give each its own name");
            } else {
                after.put(entry.id(), entry.after() == null ? Set.of() : new LinkedHashSet<>(entry.after()));
            }
        }
        checkDependencies(places, after);
        List<TransferSpec> transfers = new ArrayList<>();
        places.forEach((name, i) -> {
            TransferEntry entry = entries.get(i);
            PipeId pipe = pipes.pipe(entry.pipe(), "/transfers/" + i + "/pipe");
            if (pipe != null) {
                transfers.add(new TransferSpec(
                        TransferId.of(i + 1L),
                        name,
                        pipe,
                        entry.bytes(),
                        Ground.nanos(entry.arrivalSeconds()),
                        predecessors(after.getOrDefault(name, Set.of()), places),
                        entry.coflow(),
                        entry.priority() == null ? Transfer.DEFAULT_PRIORITY : entry.priority()));
            }
        });
        return transfers;
    }

    private static Set<TransferId> predecessors(Set<String> names, Map<String, Integer> places) {
        Set<TransferId> predecessors = new LinkedHashSet<>();
        for (String name : names) {
            Integer at = places.get(name);
            if (at != null) {
                predecessors.add(TransferId.of(at + 1L));
            }
        }
        return predecessors;
    }

    private void checkDependencies(Map<String, Integer> places, Map<String, Set<String>> after) {
        switch (DependencyCheck.check(after, name -> false)) {
            case DependencyCheck.Result.Sound<String> _ -> {
                // Nothing to say.
            }
            case DependencyCheck.Result.Cycle<String> cycle ->
                complaints.add(
                        "/transfers/" + places.get(cycle.path().getFirst()) + "/after",
                        "these transfers wait for one another: " + String.join(", ", cycle.path()),
                        "take one of the dependencies out");
            case DependencyCheck.Result.SelfPredecessor<String> self ->
                complaints.add(
                        "/transfers/" + places.get(self.transfer()) + "/after",
                        "transfer " + self.transfer() + " waits for itself",
                        "take that out");
            case DependencyCheck.Result.UnknownPredecessor<String> unknown ->
                complaints.add(
                        "/transfers/" + places.get(unknown.transfer()) + "/after",
                        "transfer " + unknown.transfer() + " waits for \"" + unknown.predecessor()
                                + "\", which is not there",
                        KeyHints.names(unknown.predecessor(), places.keySet()));
        }
    }
}
