// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All that a server offers: the closure of its directories, in the order of the walk.
public final class ServiceDirectory {
    private final Map<String, Service> services;
    private final @Nullable String namedDefault;
    private final List<String> skipped;
    private final Instant read;

    /// @param namedDefault the default network map that the root directory names
    /// @param skipped entries and directories that could not be used, with the reason
    /// @param read when the root was read
    ServiceDirectory(Map<String, Service> services, @Nullable String namedDefault, List<String> skipped, Instant read) {
        this.services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        this.namedDefault = namedDefault;
        this.skipped = List.copyOf(skipped);
        this.read = read;
    }

    /// The service with this id.
    public Optional<Service> find(String id) {
        return Optional.ofNullable(services.get(id));
    }

    /// All services.
    public List<Service> all() {
        return List.copyOf(services.values());
    }

    /// All services of a kind.
    public List<Service> ofKind(ServiceKind kind) {
        return services.values().stream()
                .filter(service -> service.kind() == kind)
                .toList();
    }

    /// The default network map: the one that the root directory names, else the only one.
    public Optional<Service> defaultNetworkMap() {
        List<Service> maps = ofKind(ServiceKind.NETWORK_MAP);
        for (Service map : maps) {
            if (map.id().equals(namedDefault)) {
                return Optional.of(map);
            }
        }
        return maps.size() == 1 ? Optional.of(maps.getFirst()) : Optional.empty();
    }

    /// The network map whose PIDs a service speaks of: the one that it uses, else the default one.
    public Optional<Service> networkMapOf(Service service) {
        for (String used : service.uses()) {
            Service map = services.get(used);
            if (map != null && map.kind() == ServiceKind.NETWORK_MAP) {
                return Optional.of(map);
            }
        }
        return defaultNetworkMap();
    }

    /// The update stream that brings changes of a resource.
    public Optional<Service> updatesOf(String id) {
        return ofKind(ServiceKind.UPDATES).stream()
                .filter(stream -> stream.uses().contains(id))
                .findFirst();
    }

    /// What could not be used, for people.
    public List<String> skipped() {
        return skipped;
    }

    /// When the root was read.
    public Instant read() {
        return read;
    }
}
