// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.core.model.TransferId;
import io.tcn.core.state.DependencyCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The transfers of a request with their names, and what each comes after: transfers of the request by their names, and
/// existing ones by their numbers.
///
/// @param positions name of each transfer and where it stands; those without a name are called by their place
/// @param after by name
record NamedTransfers(Map<String, Integer> positions, Map<String, Set<String>> after) {
    /// What a transfer comes after.
    ///
    /// @param inRequest places of transfers of the same request
    record Predecessors(List<Integer> inRequest, Set<TransferId> existing) {}

    static NamedTransfers of(List<Requests.AddTransfer> given) {
        Map<String, Integer> positions = positions(given);
        return new NamedTransfers(positions, after(given, positions));
    }

    private static Map<String, Integer> positions(List<Requests.AddTransfer> given) {
        Map<String, Integer> positions = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i) == null) {
                throw Problem.badRequest(place(i) + " is null");
            }
            String name = given.get(i).name();
            String key = name == null ? place(i) : name;
            if (positions.put(key, i) != null) {
                throw Problem.badRequest(place(i) + ": the name " + key + " is there twice");
            }
        }
        return positions;
    }

    private static Map<String, Set<String>> after(List<Requests.AddTransfer> given, Map<String, Integer> positions) {
        Map<String, Set<String>> after = new LinkedHashMap<>();
        positions.forEach((name, i) -> {
            Set<String> names = new LinkedHashSet<>();
            List<Object> listed = given.get(i).after();
            for (Object predecessor : listed == null ? List.of() : listed) {
                if (!(predecessor instanceof String) && !(predecessor instanceof Number)) {
                    throw Problem.badRequest(
                            place(i) + ".after holds names of this request or numbers of existing transfers");
                }
                names.add(predecessor.toString());
            }
            after.put(name, names);
        });
        return after;
    }

    /// The numbers of existing transfers that are named.
    Set<TransferId> numbers() {
        Set<TransferId> asked = new LinkedHashSet<>();
        after.values()
                .forEach(names -> names.stream()
                        .filter(name -> !positions.containsKey(name) && isNumber(name))
                        .forEach(name -> asked.add(TransferId.of(Long.parseLong(name)))));
        return asked;
    }

    private static boolean isNumber(String name) {
        return name.matches("[1-9][0-9]{0,17}");
    }

    /// Refuses what could never run.
    ///
    /// @param existing transfers that exist, of those that are named by their numbers
    void check(Set<TransferId> existing) {
        switch (DependencyCheck.check(
                after, name -> isNumber(name) && existing.contains(TransferId.of(Long.parseLong(name))))) {
            case DependencyCheck.Result.Sound<String> _ -> {}
            case DependencyCheck.Result.Cycle<String> cycle ->
                throw Problem.badRequest("the transfers wait for each other in a circle: "
                        + String.join(" after ", cycle.path()) + " after "
                        + cycle.path().getFirst());
            case DependencyCheck.Result.SelfPredecessor<String> self ->
                throw Problem.badRequest("transfer " + self.transfer() + " names itself in \"after\"");
            case DependencyCheck.Result.UnknownPredecessor<String> unknown ->
                throw Problem.badRequest("transfer " + unknown.transfer() + " comes after " + unknown.predecessor()
                        + ", which is neither in this request nor a transfer that exists");
        }
    }

    /// What a transfer comes after, once that is checked.
    Predecessors predecessorsOf(Requests.AddTransfer given) {
        List<Integer> inRequest = new ArrayList<>();
        Set<TransferId> existing = new LinkedHashSet<>();
        List<Object> listed = given.after();
        for (Object predecessor : listed == null ? List.of() : listed) {
            Integer other = positions.get(predecessor.toString());
            if (other != null) {
                inRequest.add(other);
            } else {
                existing.add(TransferId.of(Long.parseLong(predecessor.toString())));
            }
        }
        return new Predecessors(inRequest, existing);
    }

    /// How a transfer is called in messages.
    static String place(int position) {
        return "transfers[" + position + "]";
    }
}
