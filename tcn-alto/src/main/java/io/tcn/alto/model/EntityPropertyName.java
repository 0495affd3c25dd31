// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Names a property, such as `max-reservable-bandwidth` or `netmap.pid` (RFC 9240 §5.2).
///
/// @param resourceId the resource that gives the value; empty for the property map itself, null where none is named
/// @param name for example `pid`
public record EntityPropertyName(@Nullable String resourceId, String name) implements Comparable<EntityPropertyName> {
    private static final Comparator<EntityPropertyName> ORDER = Comparator.comparing(
                    EntityPropertyName::resourceId, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
            .thenComparing(EntityPropertyName::name);

    public EntityPropertyName {
        if (!AltoNames.isPropertyName(name)) {
            throw new IllegalArgumentException("not a name of a property: " + name);
        }
    }

    /// Reads one.
    ///
    /// @throws AltoFormatException if it breaks the grammar
    public static EntityPropertyName parse(String text) throws AltoFormatException {
        if (!AltoNames.isEntityPropertyName(text)) {
            throw new AltoFormatException(InvalidReason.NAME, "not a name of a property");
        }
        int dot = text.lastIndexOf('.');
        return new EntityPropertyName(dot < 0 ? null : text.substring(0, dot), text.substring(dot + 1));
    }

    @Override
    public int compareTo(EntityPropertyName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return resourceId == null ? name : resourceId + "." + name;
    }
}
