// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// Names one version of one resource (RFC 7285 §10.3). Equal only if both parts are, byte for byte.
///
/// @param resourceId id of the resource
/// @param tag version, opaque
public record VersionTag(String resourceId, String tag) {
    public VersionTag {
        if (!AltoNames.isResourceId(resourceId)) {
            throw new IllegalArgumentException("not an id of a resource: " + resourceId);
        }
        if (!AltoNames.isTag(tag)) {
            throw new IllegalArgumentException("not a tag: " + tag);
        }
    }

    /// Reads one.
    ///
    /// @throws AltoFormatException if a part breaks its grammar
    public static VersionTag parse(String resourceId, String tag) throws AltoFormatException {
        if (!AltoNames.isResourceId(resourceId) || !AltoNames.isTag(tag)) {
            throw new AltoFormatException(InvalidReason.VTAG, "version tag breaks its grammar");
        }
        return new VersionTag(resourceId, tag);
    }
}
