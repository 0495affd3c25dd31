// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.model.ResourceId;
import java.util.Collection;
import java.util.stream.Collectors;

/// Names of sets of resources by what is in them: pipes that use the same resources have the same one, on every machine
/// and at every time.
public final class ResourceSetIds {
    private ResourceSetIds() {}

    /// `rs-` and 16 hex digits of the SHA-256 over the ids in order, one per line.
    public static String of(Collection<ResourceId> resources) {
        String lines =
                resources.stream().map(ResourceId::value).sorted().distinct().collect(Collectors.joining("\n"));
        return "rs-" + ShortDigest.of(lines);
    }
}
