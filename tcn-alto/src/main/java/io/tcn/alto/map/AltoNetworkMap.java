// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The network map of one or several ALTO servers. It never waits for a server: each has a [ServerFeed] that asks it or
/// is told by it, and [#map] puts together what the feeds hold at that moment. Feeds are told which pairs are needed,
/// and the ALTO loop is told when one of them holds something new.
///
/// Used by one thread, but for [#status].
public final class AltoNetworkMap implements NetworkMap {
    /// What the last snapshot was made of.
    ///
    /// @param maps of the feeds, in order
    /// @param staleNanos monotonic time at which the addresses of endpoints have to be looked at again
    private record Made(
            PipeTable pipes, long places, List<ServerMap> maps, NetworkMapSnapshot snapshot, long staleNanos) {}

    private final List<ServerFeed> feeds;
    private final AddressBook book;
    private final TimeSource time;
    private @Nullable Made last;

    /// @param feeds one per server, each under a name of its own
    public AltoNetworkMap(List<ServerFeed> feeds, AddressBook book, TimeSource time) {
        this.feeds = List.copyOf(feeds);
        this.book = book;
        this.time = time;
    }

    @Override
    public void listen(Runnable changed) {
        book.listen(changed);
        feeds.forEach(feed -> feed.listen(changed));
    }

    /// How each server is doing; for any thread.
    public List<FeedStatus> status() {
        return feeds.stream().map(ServerFeed::status).toList();
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) {
        long places = places();
        List<ServerMap> maps = feeds.stream().map(ServerFeed::map).toList();
        Made made = last;
        NetworkMapSnapshot updated = made == null ? null : updated(made, pipes, places, maps);
        if (made != null && updated != null) {
            last = new Made(pipes, places, maps, updated, made.staleNanos());
            return updated;
        }
        Made built = build(pipes, places);
        last = built;
        return built.snapshot();
    }

    /// The last snapshot with what has changed of resources; null if more than that has changed.
    @SuppressWarnings("ReferenceEquality") // parts that did not change are shared
    private @Nullable NetworkMapSnapshot updated(Made made, PipeTable pipes, long places, List<ServerMap> maps) {
        if (!made.pipes().isSameAs(pipes) || made.places() != places || time.nanoTime() >= made.staleNanos()) {
            return null;
        }
        Map<ResourceId, Resource> changed = new HashMap<>();
        for (int i = 0; i < maps.size(); i++) {
            ServerMap now = maps.get(i);
            ServerMap before = made.maps().get(i);
            if (now.pairs() != before.pairs() || !collectChanges(before, now, changed)) {
                return null;
            }
        }
        return changed.isEmpty()
                ? made.snapshot().as(made.snapshot().version(), asOf(maps))
                : made.snapshot().withResources(changed, asOf(maps));
    }

    /// @return whether both have the same resources, though perhaps with other numbers
    private static boolean collectChanges(ServerMap before, ServerMap now, Map<ResourceId, Resource> changed) {
        Optional<Map<ResourceId, Resource>> some = ChangedValues.between(before.resources(), now.resources());
        some.ifPresent(changed::putAll);
        return some.isPresent();
    }

    private Made build(PipeTable pipes, long places) {
        Map<Endpoint, Place> placeOf = new HashMap<>();
        Map<EndpointPair, PairPath> paths = new HashMap<>();
        for (Pipe pipe : pipes.pipes()) {
            placeOf.computeIfAbsent(pipe.source(), book::placeOf);
            placeOf.computeIfAbsent(pipe.destination(), book::placeOf);
            paths.put(EndpointPair.of(pipe), PairPath.unmapped("no-service"));
        }
        boolean allKnown = placeOf.values().stream()
                .noneMatch(place -> place instanceof Place.Unknown || place instanceof Place.Asked);
        Duration patience = allKnown ? AddressBook.ASK_AGAIN : AddressBook.ASK_AGAIN_UNKNOWN;
        List<PairUnion.View> views = new ArrayList<>();
        List<ServerMap> maps = new ArrayList<>();
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        for (ServerFeed feed : feeds) {
            feed.want(pairsOf(paths.keySet(), placeOf, feed), pidsOf(placeOf.values()));
            ServerMap map = feed.map();
            maps.add(map);
            resources.putAll(map.resources());
            views.add(new PairUnion.View(map, feed::addressOf, feed.hasService()));
        }
        paths.replaceAll((ends, nothing) -> PairUnion.of(
                placeOf.getOrDefault(ends.source(), new Place.Unknown()),
                placeOf.getOrDefault(ends.destination(), new Place.Unknown()),
                views));
        SortedMap<PipeId, List<ResourceId>> pipeResources = new TreeMap<>();
        SortedMap<PipeId, PipeMapping> mappings = new TreeMap<>();
        for (Pipe pipe : pipes.pipes()) {
            PairPath path = paths.getOrDefault(EndpointPair.of(pipe), PairPath.unmapped("no-service"));
            pipeResources.put(pipe.id(), path.path());
            mappings.put(pipe.id(), path.mapping());
        }
        NetworkMapSnapshot snapshot =
                new NetworkMapSnapshot(new MapVersion(0), asOf(maps), resources, pipeResources, mappings);
        Made before = last;
        NetworkMapSnapshot shared = before != null && snapshot.hasSameContent(before.snapshot())
                ? before.snapshot().confirmedBy(snapshot)
                : snapshot;
        return new Made(pipes, places, maps, shared, time.nanoTime() + patience.toNanos());
    }

    private static SortedSet<AddressPair> pairsOf(
            Collection<EndpointPair> ends, Map<Endpoint, Place> placeOf, ServerFeed feed) {
        Map<Endpoint, List<Address>> addresses = new HashMap<>();
        placeOf.forEach((endpoint, place) -> addresses.put(endpoint, PairUnion.addresses(place, feed::addressOf)));
        SortedSet<AddressPair> pairs = new TreeSet<>();
        for (EndpointPair pair : ends) {
            pairs.addAll(PairUnion.pairs(
                    addresses.getOrDefault(pair.source(), List.of()),
                    addresses.getOrDefault(pair.destination(), List.of())));
        }
        return pairs;
    }

    private static boolean pidsOf(Collection<Place> places) {
        return places.stream().anyMatch(Place.InPid.class::isInstance);
    }

    private long places() {
        return book.revision()
                + feeds.stream().mapToLong(ServerFeed::placesRevision).sum();
    }

    /// A map is as old as the oldest of its parts.
    private Instant asOf(List<ServerMap> maps) {
        return maps.stream().map(ServerMap::confirmedAt).min(Instant::compareTo).orElseGet(time::now);
    }
}
