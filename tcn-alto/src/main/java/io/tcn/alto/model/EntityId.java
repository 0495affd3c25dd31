// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Comparator;

/// Names an entity, such as `.ane:k3`, `anes.ane:ams-nyc` or `ipv6:2001:db8::/32` (RFC 9240 §5.1.3).
///
/// @param domain where the name holds
/// @param name the name there; addresses and prefixes in the one spelling that we use
public record EntityId(EntityDomain domain, String name) implements Comparable<EntityId> {
    private static final int MAX_NAME_CHARS = 1024;
    private static final Comparator<EntityId> ORDER =
            Comparator.comparing(EntityId::domain).thenComparing(EntityId::name);

    public EntityId {
        if (name.isEmpty() || name.length() > MAX_NAME_CHARS) {
            throw new IllegalArgumentException("a name of " + name.length() + " characters in an entity id");
        }
    }

    /// A network element of the answer that it stands in.
    public static EntityId ane(String name) {
        return new EntityId(EntityDomain.SELF_ANE, name);
    }

    /// Reads one. The part before the first dot is the resource only if that dot stands before the first colon; the
    /// colon that ends the domain is the first one behind its type, not that of `priv:`.
    ///
    /// @throws AltoFormatException if it breaks the grammar, or an address in it cannot be read
    public static EntityId parse(String text) throws AltoFormatException {
        int colon = text.indexOf(':');
        int dot = text.indexOf('.');
        boolean specific = dot >= 0 && (colon < 0 || dot < colon);
        int typeAt = specific ? dot + 1 : 0;
        int end = text.indexOf(':', text.startsWith("priv:", typeAt) ? typeAt + "priv:".length() : typeAt);
        if (end < 0 || end == text.length() - 1 || text.length() - end - 1 > MAX_NAME_CHARS) {
            throw new AltoFormatException(InvalidReason.NAME, "not an entity id");
        }
        String resource = specific ? text.substring(0, dot) : null;
        String type = text.substring(typeAt, end);
        if (!AltoNames.isEntityDomainType(type)
                || (resource != null && !resource.isEmpty() && !AltoNames.isResourceId(resource))) {
            throw new AltoFormatException(InvalidReason.NAME, "not an entity id");
        }
        EntityDomain domain = new EntityDomain(resource, type);
        return new EntityId(domain, checked(domain, text.substring(end + 1)));
    }

    private static String checked(EntityDomain domain, String name) throws AltoFormatException {
        Family family = domain.family().orElse(null);
        if (family != null) {
            Prefix prefix = name.indexOf('/') >= 0
                    ? Prefix.parse(name).prefix()
                    : Prefix.of(Address.parse(name)); // an address equals its /32 or /128
            if (prefix.base().family() != family) {
                throw new AltoFormatException(InvalidReason.ADDRESS, "an address outside the family of its domain");
            }
            return prefix.length() == family.bits() ? prefix.base().toString() : prefix.toString();
        }
        boolean named = domain.type().equals("ane") || domain.type().equals("pid");
        if (named && !AltoNames.isAneName(name)) {
            throw new AltoFormatException(InvalidReason.NAME, "an entity with a malformed name");
        }
        return name;
    }

    @Override
    public int compareTo(EntityId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return domain + ":" + name;
    }
}
