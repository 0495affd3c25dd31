// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.Link;
import io.tcn.api.store.policy.LinkStore;
import io.tcn.api.store.policy.PairShare;
import io.tcn.api.store.policy.PinnedPair;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// FTS's links, shares and fixed numbers of connections of pairs. Each is kept under the names that it was set for; a
/// link and a fixed number hold for all names of these storages ([StorageElements#storage]), the least of several
/// links, and the number that was fixed last, under whichever name. Readers never wait.
@Component
public class Links {
    /// The VO that stands for those without a share of their own.
    public static final String PUBLIC = "public";

    /// A pair of storage elements, or of patterns.
    record Pair(String source, String destination) implements Comparable<Pair> {
        Pair storages() {
            return new Pair(StorageElements.storage(source), StorageElements.storage(destination));
        }

        @Override
        public int compareTo(Pair other) {
            int bySource = source.compareTo(other.source);
            return bySource != 0 ? bySource : destination.compareTo(other.destination);
        }
    }

    private static final Comparator<PairShare> SHARE_ORDER = Comparator.comparing(PairShare::source)
            .thenComparing(PairShare::destination)
            .thenComparing(PairShare::vo);

    private final LinkStore store;
    private final Changes changes;
    private final ConcurrentSkipListMap<String, Link> links = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<Pair, Link> byPair = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListSet<PairShare> shares = new ConcurrentSkipListSet<>(SHARE_ORDER);
    private final ConcurrentSkipListMap<Pair, Integer> pins = new ConcurrentSkipListMap<>();

    /// By the storages' own names.
    private volatile Map<Pair, Link> linkOf = Map.of();

    private volatile Map<Pair, Integer> pinOf = Map.of();

    Links(LinkStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
    }

    void load() {
        store.links().forEach(this::remember);
        shares.addAll(store.shares());
        store.pins().forEach(pin -> pins.put(new Pair(pin.source(), pin.destination()), pin.connections()));
        index();
    }

    /// Links and pins change rarely, and are asked for at each of many pipes.
    private void index() {
        Map<Pair, Link> strictest = new HashMap<>();
        links.values()
                .forEach(link -> strictest.merge(
                        new Pair(link.source(), link.destination()).storages(),
                        link,
                        (known, other) -> other.maxActive() < known.maxActive() ? other : known));
        linkOf = Map.copyOf(strictest);
        Map<Pair, Integer> least = new HashMap<>();
        pins.forEach((pair, connections) -> least.merge(pair.storages(), connections, Math::min));
        pinOf = Map.copyOf(least);
    }

    private void remember(Link link) {
        Link before = links.put(link.name(), link);
        if (before != null) {
            byPair.remove(new Pair(before.source(), before.destination()));
        }
        byPair.put(new Pair(link.source(), link.destination()), link);
    }

    /// All links that were set, by name.
    public List<Link> links() {
        return List.copyOf(links.values());
    }

    /// The link of a name.
    public Optional<Link> find(String name) {
        return Optional.ofNullable(links.get(name));
    }

    /// The link of exactly these two ends.
    public Optional<Link> findPair(String source, String destination) {
        return Optional.ofNullable(byPair.get(new Pair(source, destination)));
    }

    /// The link that holds for a pair of storages: the first that there is of exactly this pair, this source
    /// to all, all to this destination, all to all.
    public Optional<Link> forPair(String source, String destination) {
        Map<Pair, Link> known = linkOf;
        return known.isEmpty()
                ? Optional.empty()
                : mostSpecific(
                        StorageElements.storage(source),
                        StorageElements.storage(destination),
                        (from, to) -> known.get(new Pair(from, to)));
    }

    private static <T> Optional<T> mostSpecific(
            String source, String destination, BiFunction<String, String, @Nullable T> find) {
        String all = StorageElements.ALL;
        for (Pair pair : List.of(
                new Pair(source, destination), new Pair(source, all), new Pair(all, destination), new Pair(all, all))) {
            T found = find.apply(pair.source(), pair.destination());
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /// The fixed number of connections of a pair of storages.
    public OptionalInt pin(String source, String destination) {
        Map<Pair, Integer> known = pinOf;
        Integer pin = known.isEmpty() ? null : known.get(new Pair(source, destination).storages());
        return pin == null ? OptionalInt.empty() : OptionalInt.of(pin);
    }

    /// All shares, by source, destination and VO.
    public List<PairShare> shares() {
        return List.copyOf(shares);
    }

    /// The part of a pair that a user has by its share, 1 being the mean of all shares of that pair: a VO that is not
    /// listed has the share of `public`, and 1 where that has none. The most specific pair that has shares holds.
    public double weight(String source, String destination, UserId user) {
        if (shares.isEmpty()) {
            return 1;
        }
        Map<String, Integer> ofPair =
                mostSpecific(source, destination, this::sharesOf).orElse(Map.of());
        Integer own = ofPair.getOrDefault(user.value(), ofPair.get(PUBLIC));
        if (own == null) {
            return 1;
        }
        double mean =
                ofPair.values().stream().mapToInt(share -> share).average().orElse(1);
        return own / mean;
    }

    private @Nullable Map<String, Integer> sharesOf(String source, String destination) {
        Map<String, Integer> found = new TreeMap<>();
        Collection<PairShare> from = shares.tailSet(new PairShare(source, destination, "", 0));
        for (PairShare share : from) {
            if (!share.source().equals(source) || !share.destination().equals(destination)) {
                break;
            }
            found.put(share.vo(), share.share());
        }
        return found.isEmpty() ? null : found;
    }

    /// Adds a link or replaces the one of that name. A pin of the same pair ends.
    public void set(Link link, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "link",
                        Words.of(link),
                        () -> Words.orNull(links.get(link.name()), Words::keys),
                        () -> Words.keys(link)),
                () -> {
                    store.save(link);
                    pinsOf(link).forEach(pin -> store.removePin(pin.source(), pin.destination()));
                },
                () -> {
                    remember(link);
                    pins.keySet().removeAll(pinsOf(link));
                    index();
                });
    }

    /// Removes a link, and with it the pin of that pair; if there is none, nothing happens.
    public void remove(String name, String admin) {
        Link link = links.get(name);
        if (link == null) {
            return;
        }
        changes.make(
                new Changes.What(
                        admin,
                        "link-delete",
                        Words.of(link),
                        () -> Words.orNull(links.get(name), Words::keys),
                        () -> null),
                () -> {
                    store.removeLink(name);
                    pinsOf(link).forEach(pin -> store.removePin(pin.source(), pin.destination()));
                },
                () -> {
                    links.remove(name);
                    byPair.remove(new Pair(link.source(), link.destination()));
                    pins.keySet().removeAll(pinsOf(link));
                    index();
                });
    }

    /// Adds a share or replaces the one of that pair and VO.
    public void set(PairShare share, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "share-set",
                        Words.of(share),
                        () -> Words.orNull(present(share), Words::keys),
                        () -> Words.keys(share)),
                () -> store.save(share),
                () -> {
                    shares.remove(share);
                    shares.add(share);
                });
    }

    /// The share of the same pair and VO.
    private @Nullable PairShare present(PairShare like) {
        PairShare found = shares.floor(like);
        return found != null && SHARE_ORDER.compare(found, like) == 0 ? found : null;
    }

    /// Removes the share of a pair and VO; if there is none, nothing happens.
    public void remove(PairShare like, String admin) {
        if (!shares.contains(like)) {
            return;
        }
        changes.make(
                new Changes.What(
                        admin,
                        "share-delete",
                        like.vo() + " from " + like.source() + " to " + like.destination(),
                        () -> Words.orNull(present(like), Words::keys),
                        () -> null),
                () -> store.remove(like),
                () -> shares.remove(like));
    }

    /// Fixes the number of connections of a pair of storage elements, whatever was fixed under other names of them; 0
    /// lets the optimizer decide again.
    public void pin(String source, String destination, int connections, String admin) {
        Pair pair = new Pair(source, destination);
        changes.make(
                new Changes.What(
                        admin,
                        "set-optimizer",
                        source + " to " + destination + ": " + connections + " connections",
                        () -> pinned(pair, pins.getOrDefault(pair, 0)),
                        () -> pinned(pair, connections)),
                () -> {
                    pinsOf(pair).forEach(pin -> store.removePin(pin.source(), pin.destination()));
                    if (connections > 0) {
                        store.save(new PinnedPair(source, destination, connections));
                    }
                },
                () -> {
                    pins.keySet().removeAll(pinsOf(pair));
                    if (connections > 0) {
                        pins.put(pair, connections);
                    }
                    index();
                });
    }

    private List<Pair> pinsOf(Link link) {
        return pinsOf(new Pair(link.source(), link.destination()));
    }

    /// Under which names the number of a pair of storages is fixed.
    private List<Pair> pinsOf(Pair pair) {
        Pair storages = pair.storages();
        return pins.keySet().stream()
                .filter(pin -> pin.storages().equals(storages))
                .toList();
    }

    private static @Nullable Map<String, Object> pinned(Pair pair, int connections) {
        return connections == 0
                ? null
                : Words.set("source_se", pair.source(), "dest_se", pair.destination(), "active", connections);
    }
}
