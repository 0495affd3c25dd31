// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.model.ResourceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.stream.Collectors;

/// Names of sets of resources by what is in them: pipes that use the same resources have the same one, on every machine
/// and at every time.
public final class ResourceSetIds {
    private static final int BYTES = 8;

    private ResourceSetIds() {}

    /// `rs-` and 16 hex digits of the SHA-256 over the ids in order, one per line.
    public static String of(Collection<ResourceId> resources) {
        String lines =
                resources.stream().map(ResourceId::value).sorted().distinct().collect(Collectors.joining("\n"));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
            return "rs-" + HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }
}
