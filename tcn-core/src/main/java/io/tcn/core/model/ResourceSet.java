// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.List;
import java.util.regex.Pattern;

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

    private static boolean matches(String pattern, String text) {
        if (pattern.indexOf('*') < 0) {
            return pattern.equals(text);
        }
        StringBuilder regex = new StringBuilder();
        for (String part : pattern.split("\\*", -1)) {
            if (!regex.isEmpty()) {
                regex.append(".*");
            }
            regex.append("\\Q").append(part.replace("\\E", "\\E\\\\E\\Q")).append("\\E");
        }
        return Pattern.matches(regex.toString(), text);
    }
}
