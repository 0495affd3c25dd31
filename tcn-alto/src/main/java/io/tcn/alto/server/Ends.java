// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The sources and destinations of a request, each once and sorted.
///
/// @param pairs for each source the places of its destinations; null if the answer covers every pair
@SuppressWarnings("ArrayRecordComponent") // never compared
record Ends(List<End> sources, List<End> destinations, int @Nullable [][] pairs) {
    /// Most pairs that one answer covers.
    private static final int MAX_PAIRS = 50_000;

    private static final int TOO_LARGE = 413;
    private static final String FLOWS = "endpoint-flows";
    private static final String SOURCES = "srcs";
    private static final String DESTINATIONS = "dsts";

    /// Reads `endpoints` (RFC 7285 §11.5.1.3): a side that is empty or absent is the address of the caller.
    ///
    /// @param caller where the request came from, null if nobody knows
    static Ends endpoints(RequestBody body, @Nullable String caller, Edition edition) throws RequestException {
        return endpointsOf(body.object("endpoints"), caller, edition);
    }

    /// Reads an object with `srcs` and `dsts`.
    static Ends endpointsOf(RequestBody endpoints, @Nullable String caller, Edition edition) throws RequestException {
        List<String> sources = endpoints.findStrings(SOURCES).orElse(List.of());
        List<String> destinations = endpoints.findStrings(DESTINATIONS).orElse(List.of());
        if (sources.isEmpty() && destinations.isEmpty()) {
            throw endpoints.has(SOURCES)
                    ? RequestException.value(endpoints.path(SOURCES), "[]")
                    : RequestException.missing(endpoints.path(SOURCES));
        }
        return new Ends(
                        side(endpoints.path(SOURCES), sources, caller, edition),
                        side(endpoints.path(DESTINATIONS), destinations, caller, edition),
                        null)
                .bounded(endpoints.path(DESTINATIONS));
    }

    /// Reads `endpoint-flows`, a list of such objects in place of one. No standard has it; OpenALTO and the first
    /// client of this control plane send it, since their pairs are no product.
    static Ends flows(RequestBody body, @Nullable String caller, Edition edition) throws RequestException {
        SortedMap<String, End> sources = new TreeMap<>();
        SortedMap<String, End> destinations = new TreeMap<>();
        Map<String, SortedSet<String>> wanted = new HashMap<>();
        long pairs = 0;
        for (RequestBody flow : body.objectList(FLOWS)) {
            Ends ends = endpointsOf(flow, caller, edition);
            pairs += (long) ends.sources.size() * ends.destinations.size();
            if (pairs > MAX_PAIRS) {
                throw tooMany(FLOWS, pairs);
            }
            for (End source : ends.sources) {
                sources.put(source.key(), source);
                SortedSet<String> keys = wanted.computeIfAbsent(source.key(), none -> new TreeSet<>());
                ends.destinations.forEach(destination -> {
                    destinations.put(destination.key(), destination);
                    keys.add(destination.key());
                });
            }
        }
        List<String> order = List.copyOf(destinations.keySet());
        int[][] places = new int[sources.size()][];
        int row = 0;
        for (String source : sources.keySet()) {
            places[row++] = wanted.getOrDefault(source, new TreeSet<>()).stream()
                    .mapToInt(key -> Collections.binarySearch(order, key))
                    .toArray();
        }
        return new Ends(List.copyOf(sources.values()), List.copyOf(destinations.values()), places);
    }

    private static List<End> side(String field, List<String> typed, @Nullable String caller, Edition edition)
            throws RequestException {
        if (typed.isEmpty()) {
            return List.of(caller(field, caller, edition));
        }
        Map<Address, End> ends = new LinkedHashMap<>();
        for (String text : typed) {
            Address address = address(field, text);
            ends.putIfAbsent(address, new End(text, address, edition.pids().siteOf(address)));
        }
        return sorted(ends.values());
    }

    static Address address(String field, String typed) throws RequestException {
        try {
            return Address.parseTyped(typed);
        } catch (AltoFormatException bad) {
            throw RequestException.value(field, typed);
        }
    }

    private static End caller(String field, @Nullable String caller, Edition edition) throws RequestException {
        if (caller == null) {
            throw RequestException.value(field, "[]");
        }
        try {
            Address address = Address.parse(caller);
            return new End(address.typed(), address, edition.pids().siteOf(address));
        } catch (AltoFormatException bad) {
            throw RequestException.value(field, "[]");
        }
    }

    /// Reads `pids` (RFC 7285 §11.3.2.3): what is absent or empty means all PIDs; unknown ones are as if not
    /// there, but a list of nothing else selects nothing.
    static Ends pids(RequestBody body, Edition edition) throws RequestException {
        @Nullable RequestBody pids = body.findObject("pids").orElse(null);
        List<String> sources =
                pids == null ? List.of() : pids.findStrings(SOURCES).orElse(List.of());
        List<String> destinations =
                pids == null ? List.of() : pids.findStrings(DESTINATIONS).orElse(List.of());
        return new Ends(pids(sources, edition), pids(destinations, edition), null).bounded("pids");
    }

    private static List<End> pids(List<String> asked, Edition edition) {
        Set<String> names =
                new LinkedHashSet<>(asked.isEmpty() ? edition.pids().prefixes().keySet() : asked);
        List<End> ends = new ArrayList<>();
        for (String name : names) {
            if (edition.pids().has(name)) {
                ends.add(new End(name, null, edition.pids().siteOf(name)));
            }
        }
        return sorted(ends);
    }

    private static List<End> sorted(Iterable<End> ends) {
        List<End> sorted = new ArrayList<>();
        ends.forEach(sorted::add);
        sorted.sort(Comparator.comparing(End::key));
        return List.copyOf(sorted);
    }

    private Ends bounded(String field) throws RequestException {
        long all = (long) sources.size() * destinations.size();
        if (all > MAX_PAIRS) {
            throw tooMany(field, all);
        }
        return this;
    }

    private static RequestException tooMany(String field, long pairs) {
        return RequestException.value(TOO_LARGE, field, pairs + " pairs, at most " + MAX_PAIRS + " are allowed");
    }

    /// Places of the destinations of one source.
    int[] columns(int row) {
        return pairs != null
                ? pairs[row]
                : IntStream.range(0, destinations.size()).toArray();
    }

    /// Whether the other ones are the same names in the same pairs; their sites may differ.
    boolean sameKeys(Ends other) {
        return keys(sources).equals(keys(other.sources))
                && keys(destinations).equals(keys(other.destinations))
                && Arrays.deepEquals(pairs, other.pairs);
    }

    private static List<String> keys(List<End> ends) {
        return ends.stream().map(End::key).toList();
    }
}
