// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the server says about an update stream itself (RFC 8895 §6.7.1).
///
/// @param control whether a control address was named
/// @param controlUri the address as written, perhaps relative; only with [Control#URI]
/// @param started substreams that begin
/// @param stopped substreams that end
/// @param description for people
public record StreamControl(
        Control control,
        @Nullable String controlUri,
        List<String> started,
        List<String> stopped,
        @Nullable String description) {
    public StreamControl {
        started = List.copyOf(started);
        stopped = List.copyOf(stopped);
        if ((control == Control.URI) != (controlUri != null)) {
            throw new IllegalArgumentException("control is " + control + " with the address " + controlUri);
        }
    }

    /// What stands in the place of the control address.
    public enum Control {
        /// No such member: the event is about substreams.
        ABSENT,
        /// Null: this stream cannot be controlled.
        NONE,
        /// An address.
        URI
    }
}
