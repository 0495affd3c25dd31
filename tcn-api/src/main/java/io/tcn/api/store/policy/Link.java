// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import org.jspecify.annotations.Nullable;

/// FTS's configuration of a pair of storage elements.
///
/// @param name its symbolic name
/// @param source storage element, or `*` for all
/// @param destination storage element, or `*` for all
/// @param minActive least connections
/// @param maxActive most connections, at least `minActive`
/// @param optimizerMode FTS's mode
/// @param tcpBufferSize bytes, null for the system's own
/// @param nostreams connections per file, 0 for the optimizer's choice
/// @param noDelegation FTS's flag of that name
public record Link(
        String name,
        String source,
        String destination,
        int minActive,
        int maxActive,
        int optimizerMode,
        @Nullable Integer tcpBufferSize,
        int nostreams,
        boolean noDelegation) {
    /// Stands for every storage element; as a name, for the link that holds where no other does.
    public static final String ALL = "*";
}
