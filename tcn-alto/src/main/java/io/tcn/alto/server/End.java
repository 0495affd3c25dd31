// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.Address;
import org.jspecify.annotations.Nullable;

/// One end of the traffic that a request is about.
///
/// @param key how the client names it, and how the answer does
/// @param address its address, null where the end is a PID
/// @param site the site that it belongs to, null if none
record End(String key, @Nullable Address address, @Nullable String site) {
    /// Whether there can be traffic to the other end: addresses of two families never meet.
    boolean reaches(End other) {
        return address == null || other.address == null || address.family() == other.address.family();
    }
}
