// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.Family;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What several servers say of one pair of endpoints, put together. Each network domain knows its own segment, so the
/// resources of all servers that know a path count. Of the families IPv6 goes first where both ends have it and the
/// server knows something; several addresses of an end count all.
final class PairUnion {
    /// One server's map, and where it has its PIDs.
    ///
    /// @param map what is in force
    /// @param pids an address for each PID
    /// @param answers whether the server has a service that tells of pairs at all
    record View(ServerMap map, Function<String, Optional<Address>> pids, boolean answers) {}

    private PairUnion() {}

    /// The addresses of a place as one server sees them.
    static List<Address> addresses(Place place, Function<String, Optional<Address>> pids) {
        return switch (place) {
            case Place.At at -> at.addresses();
            case Place.InPid in -> pids.apply(in.pid()).map(List::of).orElse(List.of());
            case Place.Asked _, Place.Unknown _ -> List.of();
        };
    }

    /// All pairs of addresses of one family that have to be asked for.
    static List<AddressPair> pairs(List<Address> sources, List<Address> destinations) {
        List<AddressPair> pairs = new ArrayList<>();
        for (Address source : sources) {
            for (Address destination : destinations) {
                if (source.family() == destination.family()) {
                    pairs.add(new AddressPair(source, destination));
                }
            }
        }
        return pairs;
    }

    static PairPath of(Place from, Place to, List<View> views) {
        @Nullable PairPath best = null;
        for (View view : views) {
            PairPath one = of(from, to, view);
            best = best == null ? one : join(best, one);
        }
        return best == null ? PairPath.unmapped("no-service") : best;
    }

    private static PairPath of(Place from, Place to, View view) {
        List<Address> sources = addresses(from, view.pids());
        List<Address> destinations = addresses(to, view.pids());
        if (sources.isEmpty() || destinations.isEmpty()) {
            boolean isAsked = from instanceof Place.Asked || to instanceof Place.Asked;
            return PairPath.unmapped(isAsked ? PipeMapping.NEVER_ANSWERED : "unresolved");
        }
        List<AddressPair> pairs = pairs(sources, destinations);
        if (pairs.isEmpty()) {
            return PairPath.unmapped("no-family");
        }
        PairPath four = PairPath.unmapped("no-family");
        for (Family family : List.of(Family.IPV6, Family.IPV4)) {
            List<AddressPair> same = pairs.stream()
                    .filter(pair -> pair.source().family() == family)
                    .toList();
            if (!same.isEmpty()) {
                PairPath path = ofFamily(same, view);
                if (path.isKnown()) {
                    return path;
                }
                four = path;
            }
        }
        return four;
    }

    private static PairPath ofFamily(List<AddressPair> pairs, View view) {
        @Nullable PairPath all = null;
        @Nullable PairPath unknown = null;
        for (AddressPair pair : pairs) {
            PairPath path = view.map().pairs().get(pair);
            if (path == null || !path.isKnown()) {
                unknown = path;
            } else if (all == null) {
                all = path;
            } else if (!all.path().equals(path.path())) {
                all = several(all, path);
            }
        }
        if (all != null) {
            return all;
        }
        return unknown != null
                ? unknown
                : PairPath.unmapped(view.answers() ? PipeMapping.NEVER_ANSWERED : "no-service");
    }

    private static PairPath several(PairPath one, PairPath other) {
        PipeMapping mapping = one.mapping();
        return new PairPath(
                union(one.path(), other.path()),
                new PipeMapping(
                        mapping.state(),
                        mapping.reason(),
                        mapping.omitted() || other.mapping().omitted(),
                        true));
    }

    /// Two servers' words: what is known goes before what is not, a path before the rest.
    private static PairPath join(PairPath one, PairPath other) {
        boolean firstLeads = rank(one.mapping().state()) <= rank(other.mapping().state());
        PipeMapping lead = (firstLeads ? one : other).mapping();
        if (other.path().isEmpty()) {
            return new PairPath(one.path(), lead);
        }
        return one.path().isEmpty()
                ? new PairPath(other.path(), lead)
                : new PairPath(union(one.path(), other.path()), lead);
    }

    private static int rank(PipeMapping.State state) {
        return switch (state) {
            case MAPPED -> 0;
            case COARSE -> 1;
            case NO_LIMIT -> 2;
            case UNMAPPED -> 3;
        };
    }

    private static List<ResourceId> union(List<ResourceId> one, List<ResourceId> other) {
        Set<ResourceId> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }
}
