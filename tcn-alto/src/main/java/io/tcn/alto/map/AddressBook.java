// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.Family;
import io.tcn.core.model.Endpoint;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Where endpoints are: what an operator says, else the address that the endpoint itself names, else what the name
/// service says. Names are asked for in the background and again after [#ASK_AGAIN]; an answer that was there once
/// holds while the name service fails. An endpoint of which nothing is known is nowhere: nothing is made up for it.
///
/// Any thread may ask.
public final class AddressBook {
    /// How long an answer of the name service counts as new.
    static final Duration ASK_AGAIN = Duration.ofMinutes(5);

    /// Time until a name that was not found is asked for again.
    static final Duration ASK_AGAIN_UNKNOWN = Duration.ofSeconds(30);

    /// Addresses of one family that are used of a host.
    static final int MAX_ADDRESSES = 8;

    /// What is known of a host name.
    ///
    /// @param addresses the last that were found, null before
    /// @param askedAt monotonic time of the last answer, in nanoseconds
    /// @param isAsked whether a question is under way
    private record Found(@Nullable Place addresses, long askedAt, boolean isAsked, boolean isFirst) {
        private Place place() {
            if (addresses != null) {
                return addresses;
            }
            return isFirst ? new Place.Asked() : new Place.Unknown();
        }
    }

    private final Map<Endpoint, Place> entries;
    private final HostLookup lookup;
    private final Executor background;
    private final TimeSource time;
    private final Map<String, Found> hosts = new ConcurrentHashMap<>();
    private final AtomicLong revision = new AtomicLong();
    private volatile Runnable changed = () -> {};

    /// @param entries what the operator says, for every spelling of an endpoint's address
    /// @param background runs questions to the name service, which may block
    public AddressBook(Map<Endpoint, Place> entries, HostLookup lookup, Executor background, TimeSource time) {
        Map<Endpoint, Place> places = new HashMap<>();
        entries.forEach((endpoint, place) -> places.put(endpoint.storage(), place));
        this.entries = Map.copyOf(places);
        this.lookup = lookup;
        this.background = background;
        this.time = time;
    }

    /// A book that holds what it is given and asks nobody.
    public static AddressBook of(Map<Endpoint, Place> entries, TimeSource time) {
        return new AddressBook(
                entries,
                host -> {
                    throw new IOException("no name service is asked for " + host);
                },
                Runnable::run,
                time);
    }

    /// Reads what an operator says of an endpoint: addresses with commas between, or `pid:NAME`.
    ///
    /// @throws IllegalArgumentException if it is neither
    public static Place parsePlace(String text) {
        if (text.startsWith("pid:") && text.length() > "pid:".length()) {
            return new Place.InPid(text.substring("pid:".length()));
        }
        List<Address> addresses = new ArrayList<>();
        for (String part : text.split(",")) {
            try {
                addresses.add(Address.parse(part.strip()));
            } catch (AltoFormatException refused) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" is no place of an endpoint: write addresses with"
                                + " commas between, as in 192.0.2.1,2001:db8::1, or pid:NAME",
                        refused);
            }
        }
        return new Place.At(addresses);
    }

    /// Has somebody told when an answer has changed; called on the thread of the background.
    void listen(Runnable listener) {
        changed = listener;
    }

    /// Grows when an answer has changed.
    long revision() {
        return revision.get();
    }

    /// Where an endpoint is, as far as is known now. For any thread.
    public Place find(Endpoint endpoint) {
        return placeOf(endpoint);
    }

    /// Where an endpoint is, as far as is known now.
    Place placeOf(Endpoint endpoint) {
        Place entry = entries.get(endpoint.storage());
        if (entry != null) {
            return entry;
        }
        String host = endpoint.host();
        if (host.isEmpty()) {
            return new Place.Unknown();
        }
        try {
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            return new Place.At(List.of(Address.parse(bracketed ? host.substring(1, host.length() - 1) : host)));
        } catch (AltoFormatException noLiteral) {
            return byName(host);
        }
    }

    private Place byName(String host) {
        long now = time.nanoTime();
        Found found = hosts.get(host);
        if (found == null
                || (!found.isAsked() && now - found.askedAt() > patience(found).toNanos())) {
            Place known = found == null ? null : found.addresses();
            hosts.put(host, new Found(known, now, true, found == null));
            background.execute(() -> ask(host));
            found = hosts.get(host);
        }
        return found == null ? new Place.Unknown() : found.place();
    }

    private static Duration patience(Found found) {
        return found.addresses() == null ? ASK_AGAIN_UNKNOWN : ASK_AGAIN;
    }

    private void ask(String host) {
        Found before = hosts.get(host);
        Place known = before == null ? null : before.addresses();
        Place now = known;
        try {
            List<Address> all = lookup.lookup(host);
            List<Address> used = new ArrayList<>();
            for (Family family : Family.values()) {
                all.stream()
                        .filter(address -> address.family() == family)
                        .sorted()
                        .distinct()
                        .limit(MAX_ADDRESSES)
                        .forEach(used::add);
            }
            now = used.isEmpty() ? known : new Place.At(used);
        } catch (IOException unknown) {
            // What was known before holds.
            now = known;
        } finally {
            hosts.put(host, new Found(now, time.nanoTime(), false, false));
        }
        boolean isFirst = before != null && before.isFirst();
        if (isFirst || (now != null && !now.equals(known))) {
            revision.incrementAndGet();
            changed.run();
        }
    }
}
