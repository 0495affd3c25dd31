// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import org.jspecify.annotations.Nullable;

/// What an event of an update stream is about (RFC 8895 §5.2): a resource, or one part of it.
///
/// @param substream the client's id of the resource in this stream
/// @param contentId the part, as the event names it; null for all of the resource
public record DataId(String substream, @Nullable String contentId) {
    public DataId {
        if (!AltoNames.isSubstreamId(substream)) {
            throw new IllegalArgumentException("not an id of a substream: " + substream);
        }
    }

    /// Reads one: the substream ends at the first dot.
    ///
    /// @throws AltoFormatException if it breaks the grammar
    public static DataId parse(String text) throws AltoFormatException {
        int dot = text.indexOf('.');
        String substream = dot < 0 ? text : text.substring(0, dot);
        if (!AltoNames.isSubstreamId(substream) || dot == text.length() - 1) {
            throw new AltoFormatException(InvalidReason.EVENT, "not a data id");
        }
        return new DataId(substream, dot < 0 ? null : text.substring(dot + 1));
    }

    @Override
    public String toString() {
        return contentId == null ? substream : substream + "." + contentId;
    }
}
