// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.List;

/// A named set of resources, given by patterns that are evaluated against every network map, so that it stays right
/// when links come and go.
///
/// @param name its name
/// @param patterns names of resources; `*` stands for any text. At least one
public record ResourceSet(ResourceSetName name, List<String> patterns) {
    /// Every network link: always there, no operator needs to declare it.
    public static final ResourceSet ALL_LINKS = new ResourceSet(ResourceSetName.of("all-links"), List.of("link:*"));

    /// Every read and write side of a storage: always there.
    public static final ResourceSet ALL_STORAGES =
            new ResourceSet(ResourceSetName.of("all-storages"), List.of("read:*", "write:*"));

    public ResourceSet {
        patterns = List.copyOf(patterns);
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("resource-set " + name + " needs at least one pattern, such as link:*");
        }
    }

    /// Whether a resource belongs to this set.
    public boolean contains(ResourceId resource) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, resource.value()));
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
