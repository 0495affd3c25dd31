// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.runtime.HostName;
import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.Link;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.model.Weights;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.stereotype.Component;

/// From FTS's terms to TCN's; the table is in docs/fts-configuration.md. Works out, changes nothing.
@Component
class Translation {
    private final Bans bans;
    private final Links links;
    private final StorageConfigs storages;
    private final ActivityShares shares;
    private final DrainedHosts drained;
    private final HostName host;

    Translation(
            Bans bans,
            Links links,
            StorageConfigs storages,
            ActivityShares shares,
            DrainedHosts drained,
            HostName host) {
        this.bans = bans;
        this.links = links;
        this.storages = storages;
        this.shares = shares;
        this.drained = drained;
        this.host = host;
    }

    /// What holds for a declared pipe: the limits of its link and the weight of its share.
    Pipe effective(Pipe declared) {
        String source = StorageElements.of(declared.source());
        String destination = StorageElements.of(declared.destination());
        return new Pipe(
                declared.id(),
                declared.source(),
                declared.destination(),
                declared.user(),
                limits(source, destination).orElse(declared.limits()),
                Weights.nearest(declared.weight() * links.weight(source, destination, declared.user())));
    }

    private Optional<PipeLimits> limits(String source, String destination) {
        OptionalInt pin = links.pin(source, destination);
        return pin.isPresent()
                ? Optional.of(new PipeLimits(pin.getAsInt(), pin.getAsInt()))
                : links.forPair(source, destination).map(link -> new PipeLimits(link.minActive(), link.maxActive()));
    }

    /// The most connections of a pair over all users: that of its link, or what it is fixed to.
    Optional<PairLimit> pairLimit(EndpointPair pair) {
        String source = StorageElements.of(pair.source());
        String destination = StorageElements.of(pair.destination());
        OptionalInt pin = links.pin(source, destination);
        return pin.isPresent()
                ? Optional.of(new PairLimit(pair, pin.getAsInt()))
                : links.forPair(source, destination).map(Link::maxActive).map(max -> new PairLimit(pair, max));
    }

    /// The limits of an endpoint: the lesser of what was declared and what its storage element has, each way.
    Optional<EndpointLimit> endpointLimit(Endpoint endpoint, Optional<EndpointLimit> declared) {
        String storageElement = StorageElements.of(endpoint);
        int outbound = Math.min(
                declared.map(EndpointLimit::maxOutbound).orElse(EndpointLimit.UNLIMITED),
                storages.maxOutbound(storageElement).orElse(EndpointLimit.UNLIMITED));
        int inbound = Math.min(
                declared.map(EndpointLimit::maxInbound).orElse(EndpointLimit.UNLIMITED),
                storages.maxInbound(storageElement).orElse(EndpointLimit.UNLIMITED));
        return outbound == EndpointLimit.UNLIMITED && inbound == EndpointLimit.UNLIMITED
                ? Optional.empty()
                : Optional.of(new EndpointLimit(endpoint, outbound, inbound));
    }

    /// Whether one of a pipe's ends is banned for its user.
    boolean isHeld(Pipe pipe) {
        return bans.find(StorageElements.of(pipe.source()), pipe.user()).isPresent()
                || bans.find(StorageElements.of(pipe.destination()), pipe.user())
                        .isPresent();
    }

    /// The shares in force, by user.
    Map<UserId, Map<String, Double>> activityShares() {
        Map<UserId, Map<String, Double>> inForce = new HashMap<>();
        for (ActivityShare share : shares.all()) {
            shares.of(share.user()).ifPresent(weights -> inForce.put(share.user(), weights));
        }
        return inForce;
    }

    /// Whether this host starts nothing more.
    boolean isDrained() {
        return drained.isDrained(host.value());
    }
}
