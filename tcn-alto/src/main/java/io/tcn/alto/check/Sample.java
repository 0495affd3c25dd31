// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.NumericalCosts;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the checks ask for: some PIDs of the network map and an address in each, all of one family.
///
/// @param pids two to four; empty if the server has no network map
/// @param sources addresses to ask from: those that were given, else of the first PID
/// @param destinations addresses to ask to: those that were given, else one in each other PID
record Sample(List<String> pids, List<Address> sources, List<Address> destinations) {
    private static final int MOST = 4;

    Sample {
        pids = List.copyOf(pids);
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
    }

    /// What was given, and what the network map has for a side of which nothing was.
    private static Sample of(
            List<String> pids, List<Address> known, List<Address> sources, List<Address> destinations) {
        if (!sources.isEmpty() && !destinations.isEmpty()) {
            return new Sample(pids, sources, destinations);
        }
        // One list of addresses is for both sides: from the first of them to the others.
        List<Address> all = new ArrayList<>(sources);
        all.addAll(destinations);
        if (all.size() < 2) {
            known.stream().filter(address -> !all.contains(address)).forEach(all::add);
        }
        int split = Math.min(1, all.size());
        return new Sample(pids, all.subList(0, split), all.subList(split, all.size()));
    }

    static Sample of(AltoClient client, List<Address> sources, List<Address> destinations)
            throws Outcome, AltoException, InterruptedException {
        Optional<Service> map = client.directory().defaultNetworkMap();
        if (map.isEmpty()) {
            map = client.directory().ofKind(ServiceKind.NETWORK_MAP).stream().findFirst();
        }
        if (map.isEmpty()) {
            return of(List.of(), List.of(), sources, destinations);
        }
        PidMapDocument document = client.networkMap(map.get().id()).document();
        List<String> pids = new ArrayList<>();
        List<Address> addresses = new ArrayList<>();
        for (String pid : preferred(client, document)) {
            Optional<Address> address = address(document, pid);
            boolean fits = address.isPresent()
                    && (addresses.isEmpty()
                            || addresses.getFirst().family() == address.get().family());
            if (fits && pids.size() < MOST) {
                pids.add(pid);
                addresses.add(address.get());
            }
        }
        return of(pids, addresses, sources, destinations);
    }

    /// PIDs that have costs first: between others a server may know nothing.
    private static List<String> preferred(AltoClient client, PidMapDocument map)
            throws AltoException, InterruptedException {
        List<String> pids = new ArrayList<>();
        for (Service service : client.directory().ofKind(ServiceKind.COST_MAP)) {
            for (CostType type : service.costTypes()) {
                Optional<NumericalCosts<String>> costs =
                        client.costMap(service.id()).answer().document().numerical(type);
                costs.ifPresent(known -> known.sources().stream()
                        .filter(pid -> map.pids().containsKey(pid))
                        .forEach(pids::add));
            }
        }
        pids.addAll(map.pids().keySet());
        return pids.stream().distinct().toList();
    }

    /// The address behind that of the network, in a prefix that is not "everything else".
    private static Optional<Address> address(PidMapDocument map, String pid) {
        for (Prefix prefix : map.pids().getOrDefault(pid, List.of())) {
            Address base = prefix.base();
            boolean isSingle = prefix.length() == base.family().bits();
            Address address = isSingle ? base : new Address(base.family(), base.high(), base.low() + 1);
            if (prefix.length() > 0
                    && map.find(address)
                            .filter(match -> match.pid().equals(pid))
                            .isPresent()) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    String pid(int index) throws Outcome {
        if (index >= pids.size()) {
            throw Outcome.skipped("the network map has too few PIDs with addresses");
        }
        return pids.get(index);
    }

    /// The first address to ask from, with its type.
    String source() throws Outcome {
        if (sources.isEmpty()) {
            throw Outcome.skipped("no address to ask from: give one with --src");
        }
        return sources.getFirst().typed();
    }

    /// An address to ask to, with its type.
    String destination(int index) throws Outcome {
        if (index >= destinations.size()) {
            throw Outcome.skipped(
                    destinations.isEmpty()
                            ? "no address to ask to: give one with --dst"
                            : "only " + destinations.size() + " of " + (index + 1)
                                    + " addresses to ask to: give more with --dst");
        }
        return destinations.get(index).typed();
    }

    /// Those of both sides.
    List<Address> addresses() {
        List<Address> all = new ArrayList<>(sources);
        destinations.stream().filter(address -> !all.contains(address)).forEach(all::add);
        return all;
    }
}
