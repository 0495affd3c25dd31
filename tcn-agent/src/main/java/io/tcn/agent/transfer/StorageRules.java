// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.http.NetworkRules;
import java.util.List;

/// Which storages are asked, and how.
///
/// @param ownAddresses whether storages may be at addresses of this machine, loopback among them
/// @param refusedNetworks further networks where none are, as `ADDRESS/BITS`
/// @param plainRedirects whether redirects from https to http are followed
/// @param plainTokens whether tokens are sent to storages without encryption
/// @param checksumRequests how many checksums one storage is asked for at once
public record StorageRules(
        boolean ownAddresses,
        List<String> refusedNetworks,
        boolean plainRedirects,
        boolean plainTokens,
        int checksumRequests) {
    /// As careful as can be.
    public static final StorageRules DEFAULT = new StorageRules(false, List.of(), false, false, 4);

    /// As the default, but storages may be on this machine: for trials and tests.
    public static final StorageRules HERE = new StorageRules(true, List.of(), false, false, 4);

    private static final int MAX_CHECKSUM_REQUESTS = 10_000;

    /// @throws IllegalArgumentException if something makes no sense
    public StorageRules {
        refusedNetworks = List.copyOf(refusedNetworks);
        networks(ownAddresses, refusedNetworks);
        if (checksumRequests < 1 || checksumRequests > MAX_CHECKSUM_REQUESTS) {
            throw new IllegalArgumentException(
                    "checksumRequests must be 1 to " + MAX_CHECKSUM_REQUESTS + ", given was " + checksumRequests);
        }
    }

    NetworkRules networks() {
        return networks(ownAddresses, refusedNetworks);
    }

    private static NetworkRules networks(boolean ownAddresses, List<String> refusedNetworks) {
        return new NetworkRules(ownAddresses, refusedNetworks);
    }
}
