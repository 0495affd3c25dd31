// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Which addresses are no storages: a caller names hosts, and without this the server would read and write services
/// that only it can reach.
///
/// Never a storage: link-local addresses and the services where clouds tell machines their credentials, multicast.
/// Refused unless opened: addresses of the server itself, loopback among them. Refused if said so: further networks.
/// Private networks are allowed: many storages live there.
public final class NetworkRules {
    private static final List<IpNetwork> NEVER = Stream.of(
                    "169.254.0.0/16",
                    "fe80::/10",
                    // Clouds: AWS, Google, Alibaba, Azure, Oracle.
                    "fd00:ec2::254",
                    "fd20:ce::254",
                    "100.100.100.200",
                    "168.63.129.16",
                    "192.0.0.192",
                    "224.0.0.0/4",
                    "255.255.255.255",
                    "ff00::/8")
            .map(IpNetwork::parse)
            .toList();
    private static final List<IpNetwork> OWN = Stream.of("127.0.0.0/8", "0.0.0.0/8", "::1", "::")
            .map(IpNetwork::parse)
            .toList();

    private final boolean ownAllowed;
    private final List<IpNetwork> refused;
    private final Predicate<InetAddress> isOwn;

    /// @param ownAllowed whether storages may be at addresses of this machine
    /// @param refused further networks, as `ADDRESS/BITS`
    /// @throws IllegalArgumentException if one is written otherwise
    public NetworkRules(boolean ownAllowed, List<String> refused) {
        this(ownAllowed, refused, NetworkRules::hasInterface);
    }

    /// @param isOwn whether an address belongs to an interface of this machine
    NetworkRules(boolean ownAllowed, List<String> refused, Predicate<InetAddress> isOwn) {
        this.ownAllowed = ownAllowed;
        this.refused = refused.stream().map(IpNetwork::parse).toList();
        this.isOwn = isOwn;
    }

    /// Why nothing is sent to an address, empty if it is allowed.
    Optional<String> refusal(InetAddress given) {
        InetAddress address = IpNetwork.withoutTranslation(given);
        if (NEVER.stream().anyMatch(network -> network.contains(address))) {
            return Optional.of("an address that is never a storage");
        }
        if (!ownAllowed && (OWN.stream().anyMatch(network -> network.contains(address)) || isOwn.test(address))) {
            return Optional.of("an address of this server; tcn.agent.allow-own-addresses would allow it");
        }
        return refused.stream()
                .filter(network -> network.contains(address))
                .findFirst()
                .map(network -> "in the refused network " + network);
    }

    private static boolean hasInterface(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            // Who cannot tell refuses.
            return true;
        }
    }
}
