// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A domain of entities (RFC 9240 §5.1): `ipv4`, `netmap.pid`, or `.ane` for what a property map defines itself.
///
/// @param resourceId the resource that defines its entities; empty for the property map itself, null for a domain
///     that no resource defines
/// @param type for example `ane`
public record EntityDomain(@Nullable String resourceId, String type) implements Comparable<EntityDomain> {
    /// What a path-vector answer defines itself.
    public static final EntityDomain SELF_ANE = new EntityDomain("", "ane");

    private static final Comparator<EntityDomain> ORDER = Comparator.comparing(
                    EntityDomain::resourceId, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
            .thenComparing(EntityDomain::type);

    public EntityDomain {
        if (!AltoNames.isEntityDomainType(type)) {
            throw new IllegalArgumentException("not a type of entity domains: " + type);
        }
        if (resourceId != null && !resourceId.isEmpty() && !AltoNames.isResourceId(resourceId)) {
            throw new IllegalArgumentException("not an id of a resource: " + resourceId);
        }
    }

    /// Reads the name of a domain, such as `ipv4`, `netmap.pid` or `.ane`.
    ///
    /// @throws AltoFormatException if it breaks the grammar
    public static EntityDomain parse(String text) throws AltoFormatException {
        int dot = text.lastIndexOf('.');
        String resource = dot < 0 ? null : text.substring(0, dot);
        String type = text.substring(dot + 1);
        if (!AltoNames.isEntityDomainType(type)
                || (resource != null && !resource.isEmpty() && !AltoNames.isResourceId(resource))) {
            throw new AltoFormatException(InvalidReason.NAME, "not a name of an entity domain");
        }
        return new EntityDomain(resource, type);
    }

    /// The family of its addresses, empty for domains of other things.
    public Optional<Family> family() {
        return type.equals("ipv4") || type.equals("ipv6") ? Family.find(type) : Optional.empty();
    }

    /// The type of the resource that must define the entities of this domain, empty if we know of none: a
    /// network map defines addresses and PIDs, a property map network elements (RFC 9240 §6, RFC 9275 §6.2).
    public Optional<String> definingMediaType() {
        return switch (type) {
            case "ipv4", "ipv6", "pid" -> Optional.of(AltoMediaTypes.NETWORK_MAP);
            case "ane" -> Optional.of(AltoMediaTypes.PROPERTY_MAP);
            default -> Optional.empty();
        };
    }

    @Override
    public int compareTo(EntityDomain other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return resourceId == null ? type : resourceId + "." + type;
    }
}
