// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.List;
import java.util.Optional;

/// A named set of resources, given by patterns that are evaluated against every network map, so that it stays right
/// when links come and go.
///
/// A pattern is text in which `*` stands for any text. By itself it is compared with a resource's id and its label;
/// after `kind=`, `id=`, `label=`, `source=` or the name of a property and `=`, with that. The side of a storage is
/// found under every spelling of its address: `read:davs://host` is `read:https://host`, and without stars so are
/// `read:https://HOST:443` and `read:https://host.`.
///
/// @param name its name
/// @param patterns what belongs to it: whatever one of them fits. At least one
public record ResourceSet(ResourceSetName name, List<String> patterns) {
    /// Every network link: always there, no operator needs to declare it.
    public static final ResourceSet ALL_LINKS =
            new ResourceSet(ResourceSetName.of("all-links"), List.of("link:*", "kind=link"));

    /// Every read and write side of a storage: always there.
    public static final ResourceSet ALL_STORAGES = new ResourceSet(
            ResourceSetName.of("all-storages"),
            List.of("read:*", "write:*", "kind=storage-read", "kind=storage-write"));

    /// The sets that are always there and always as they are: nobody declares, changes or removes them.
    public static final List<ResourceSet> FIXED = List.of(ALL_LINKS, ALL_STORAGES);

    public ResourceSet {
        patterns = List.copyOf(patterns);
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("resource-set " + name + " needs at least one pattern, such as link:*");
        }
    }

    /// The set of [#FIXED] that has a name; empty if none has.
    public static Optional<ResourceSet> findFixed(ResourceSetName name) {
        return FIXED.stream().filter(set -> set.name().equals(name)).findFirst();
    }

    /// Whether a name is that of a set that is always there.
    public static boolean isFixed(ResourceSetName name) {
        return findFixed(name).isPresent();
    }

    /// Whether a resource belongs to this set.
    public boolean contains(Resource resource) {
        return patterns.stream().anyMatch(pattern -> fits(pattern, resource));
    }

    /// Whether a resource of which nothing but the id is known belongs to this set.
    public boolean contains(ResourceId resource) {
        return patterns.stream().anyMatch(pattern -> matchesId(pattern, resource));
    }

    private static boolean fits(String pattern, Resource resource) {
        ResourceDescription description = resource.description();
        String label = description.label();
        if (matchesId(pattern, resource.id()) || (label != null && matches(pattern, label))) {
            return true;
        }
        int equals = pattern.indexOf('=');
        if (equals < 0) {
            return false;
        }
        String value = pattern.substring(equals + 1);
        String name = pattern.substring(0, equals);
        if (name.equals("id")) {
            return matchesId(value, resource.id());
        }
        String text = switch (name) {
            case "kind" -> resource.kind().text();
            case "label" -> label;
            case "source" -> description.source();
            default -> description.properties().get(name);
        };
        return text != null && matches(value, text);
    }

    private static boolean matchesId(String pattern, ResourceId id) {
        if (matches(pattern, id.value())) {
            return true;
        }
        String other = StorageSpellings.otherOf(id);
        return (other != null && matches(pattern, other)) || StorageSpellings.isSame(pattern, id);
    }

    /// The parts of the pattern between its stars stand in the text one after the other, the first at its beginning
    /// and the last at its end.
    private static boolean matches(String pattern, String text) {
        int firstStar = pattern.indexOf('*');
        if (firstStar < 0) {
            return pattern.equals(text);
        }
        int lastStar = pattern.lastIndexOf('*');
        String head = pattern.substring(0, firstStar);
        String tail = pattern.substring(lastStar + 1);
        int from = head.length();
        int end = text.length() - tail.length();
        if (from > end || !text.startsWith(head) || !text.endsWith(tail)) {
            return false;
        }
        int partStart = firstStar;
        while (partStart < lastStar) {
            int partEnd = pattern.indexOf('*', partStart + 1);
            String part = pattern.substring(partStart + 1, partEnd);
            int at = text.indexOf(part, from);
            if (at < 0 || at + part.length() > end) {
                return false;
            }
            from = at + part.length();
            partStart = partEnd;
        }
        return true;
    }
}
