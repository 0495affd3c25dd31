// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The most connections that all pipes together may have at an endpoint (FTS: the storage's outbound and inbound max
/// active).
///
/// @param endpoint which endpoint
/// @param maxOutbound of pipes that read there, at least 1
/// @param maxInbound of pipes that write there, at least 1
public record EndpointLimit(Endpoint endpoint, int maxOutbound, int maxInbound) {
    /// No limit.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public EndpointLimit {
        if (maxOutbound < 1 || maxInbound < 1) {
            throw new IllegalArgumentException("the connections of an endpoint are limited to 1 or more, given were "
                    + maxOutbound + " outbound and " + maxInbound + " inbound for " + endpoint);
        }
    }
}
