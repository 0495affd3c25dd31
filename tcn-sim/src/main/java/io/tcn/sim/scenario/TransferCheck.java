// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.state.DependencyCheck;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks the transfers of a document: names, pipes, sizes, times and dependencies.
final class TransferCheck {
    /// A century: more is a mistake in units.
    private static final double MAX_SECONDS = 3.2e9;

    /// A petabyte in one transfer: more is a mistake in units, and sums must fit.
    private static final long MAX_BYTES = 1_000_000_000_000_000L;

    private final ScenarioDocument document;
    private final Map<String, PipeId> pipes = new HashMap<>();
    private final Complaints complaints;

    TransferCheck(ScenarioDocument document, Collection<PipeId> pipes, Complaints complaints) {
        this.document = document;
        pipes.forEach(pipe -> this.pipes.put(pipe.value(), pipe));
        this.complaints = complaints;
    }

    List<TransferSpec> check() {
        List<ScenarioDocument.@Nullable TransferEntry> entries =
                document.transfers() == null ? List.of() : document.transfers();
        Map<String, Integer> places = new LinkedHashMap<>();
        Map<String, Set<String>> after = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            ScenarioDocument.TransferEntry entry = entries.get(i);
            String id = entry == null ? null : complaints.text(entry.id(), "/transfers/" + i + "/id");
            if (entry == null) {
                complaints.add("/transfers/" + i, "this is null", "give a transfer or leave it out");
            } else if (id != null && places.putIfAbsent(id, i) != null) {
                complaints.add(
                        "/transfers/" + i + "/id", "transfer " + id + " is there twice", "give each its own name");
            } else if (id != null) {
                after.put(id, entry.after() == null ? Set.of() : new LinkedHashSet<>(entry.after()));
            }
        }
        checkDependencies(places, after);
        List<TransferSpec> transfers = new ArrayList<>();
        places.forEach((name, i) -> {
            ScenarioDocument.TransferEntry entry = entries.get(i);
            if (entry != null) {
                TransferSpec spec = transfer(name, i, entry, places, after.getOrDefault(name, Set.of()));
                if (spec != null) {
                    transfers.add(spec);
                }
            }
        });
        return transfers;
    }

    private @Nullable TransferSpec transfer(
            String name, int i, ScenarioDocument.TransferEntry entry, Map<String, Integer> places, Set<String> after) {
        String place = "/transfers/" + i;
        int before = complaints.list().size();
        String pipeName = complaints.text(entry.pipe(), place + "/pipe");
        PipeId pipe = pipeName == null ? null : pipes.get(pipeName);
        if (pipeName != null && pipe == null && !document.listsPipe(pipeName)) {
            complaints.add(
                    place + "/pipe", "there is no pipe \"" + pipeName + "\"", "name one of /pipes, or add it there");
        }
        Long bytes = entry.bytes();
        if (bytes == null || bytes < 0 || bytes > MAX_BYTES) {
            complaints.add(place + "/bytes", "a size is 0 to 1e15 bytes, given was " + bytes, "give whole bytes");
        }
        Double arrival = entry.arrivalSeconds();
        if (arrival == null || !(arrival >= 0 && arrival <= MAX_SECONDS)) {
            complaints.add(
                    place + "/arrivalSeconds",
                    "an arrival is zero or more seconds after the start, given was " + arrival,
                    "give seconds");
        }
        if (complaints.list().size() > before || pipe == null || bytes == null || arrival == null) {
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
                        "name transfers of this file");
        }
    }
}
