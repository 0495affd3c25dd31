// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.Prefix;
import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.Resource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One version of the network that the server publishes. Immutable; two are equal if they hold the same
/// content, and then nobody is told of the second.
///
/// @param sites where endpoints are, each once
/// @param elements what limits traffic, by its true name
/// @param paths which elements traffic crosses
public record PublishedNetwork(List<Site> sites, SortedMap<String, Element> elements, Paths paths) {
    /// A site.
    ///
    /// @param id its name
    /// @param prefixes its addresses, such as `192.0.2.0/24`; at least one, and none that another site has as well
    public record Site(String id, List<String> prefixes) {
        public Site {
            prefixes = List.copyOf(prefixes);
            if (prefixes.isEmpty()) {
                throw new IllegalArgumentException("site " + id + " needs at least one prefix");
            }
            prefixes.forEach(PublishedNetwork::parse);
        }
    }

    /// An abstract network element (RFC 9275 §5.1): one direction of a link, or one side of a storage.
    ///
    /// @param label its true name
    /// @param kind what it is
    /// @param capacityBps in bit/s, zero (closed) or more; null where nobody knows it
    /// @param properties further properties to publish; their names begin with `priv:`
    public record Element(
            String label, Resource.Kind kind, @Nullable Double capacityBps, SortedMap<String, String> properties) {
        public Element {
            properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
            for (String name : properties.keySet()) {
                if (!name.startsWith("priv:") || !AltoNames.isPropertyName(name)) {
                    throw new IllegalArgumentException(
                            name + " is no private property: it must begin with priv:, with 32 letters, digits, -, :, _"
                                    + " in all at most");
                }
            }
            if (capacityBps != null && (!(capacityBps >= 0) || Double.isInfinite(capacityBps))) {
                throw new IllegalArgumentException(
                        "the capacity of " + label + " must be zero or more bit/s, given was " + capacityBps);
            }
        }
    }

    /// How traffic goes from site to site. May be asked by many threads. Where [#equals] tells two of the same
    /// content apart, the server only works more.
    @FunctionalInterface
    public interface Paths {
        /// The way from one site to another, empty if there is none.
        Optional<NetworkPath> find(String fromSite, String toSite);
    }

    /// A way through the network.
    ///
    /// @param elementLabels true names of the elements that it crosses, in order
    /// @param metric sum of the routing metrics, the `routingcost`
    /// @param hops number of links
    /// @param latencyMs one way, in ms
    public record NetworkPath(List<String> elementLabels, double metric, int hops, double latencyMs) {
        public NetworkPath {
            elementLabels = List.copyOf(elementLabels);
        }
    }

    public PublishedNetwork {
        sites = List.copyOf(sites);
        elements = Collections.unmodifiableSortedMap(new TreeMap<>(elements));
        Map<Prefix, String> owners = new HashMap<>();
        Map<String, Site> byId = new HashMap<>();
        for (Site site : sites) {
            if (byId.put(site.id(), site) != null) {
                throw new IllegalArgumentException("site " + site.id() + " is there twice");
            }
            for (String text : site.prefixes()) {
                @Nullable String other = owners.put(parse(text), site.id());
                if (other != null) {
                    throw new IllegalArgumentException(
                            "prefix " + text + " belongs to site " + other + " and to site " + site.id());
                }
            }
        }
        elements.forEach((label, element) -> {
            if (!label.equals(element.label())) {
                throw new IllegalArgumentException("element " + element.label() + " stands under " + label);
            }
        });
    }

    /// An address of the site: the first host of its first prefix. Endpoints of which an operator only knows
    /// the site get it.
    ///
    /// @throws NoSuchElementException if there is no such site
    public Address addressOf(String siteId) {
        Site site = sites.stream()
                .filter(candidate -> candidate.id().equals(siteId))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("there is no site " + siteId));
        return firstHost(parse(site.prefixes().getFirst()));
    }

    /// This network with no capacity known.
    public PublishedNetwork withoutCapacities() {
        SortedMap<String, Element> changed = new TreeMap<>();
        elements.forEach((label, old) -> changed.put(label, new Element(label, old.kind(), null, old.properties())));
        return new PublishedNetwork(sites, changed, paths);
    }

    /// This network with another capacity of one element.
    ///
    /// @param capacityBps in bit/s, null where nobody knows it any more
    public PublishedNetwork withCapacity(String label, @Nullable Double capacityBps) {
        Element old = elements.get(label);
        if (old == null) {
            throw new NoSuchElementException("there is no element " + label);
        }
        SortedMap<String, Element> changed = new TreeMap<>(elements);
        changed.put(label, new Element(label, old.kind(), capacityBps, old.properties()));
        return new PublishedNetwork(sites, changed, paths);
    }

    /// Elements are compared side by side, and those that both share not at all.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof PublishedNetwork that
                        && sites.equals(that.sites)
                        && paths.equals(that.paths)
                        && ChangedValues.between(elements, that.elements)
                                .filter(changed -> changed.entrySet().stream()
                                        .allMatch(entry -> entry.getValue().equals(elements.get(entry.getKey()))))
                                .isPresent());
    }

    @Override
    public int hashCode() {
        return Objects.hash(sites, elements, paths);
    }

    static Prefix parse(String text) {
        try {
            return Prefix.parse(text).prefix();
        } catch (AltoFormatException bad) {
            throw new IllegalArgumentException(text + " is no address prefix such as 192.0.2.0/24", bad);
        }
    }

    /// The address after that of the network, or the only one.
    private static Address firstHost(Prefix prefix) {
        Address base = prefix.base();
        boolean single = prefix.length() == base.family().bits();
        return single ? base : new Address(base.family(), base.high(), base.low() + 1);
    }
}
