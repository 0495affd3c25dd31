// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.core.port.TimeSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The addresses at which a storage may be asked, the best first: those that [NetworkRules] allow, and last those that
/// could not be reached lately.
public final class StorageAddresses implements AutoCloseable {
    private static final long TROUBLE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MAX_TROUBLES = 10_000;

    private final NameLookup names;
    private final NetworkRules rules;
    private final TimeSource time;
    private final Map<InetSocketAddress, Long> troubles = new ConcurrentHashMap<>();

    /// @param names is closed with this
    public StorageAddresses(NameLookup names, NetworkRules rules, TimeSource time) {
        this.names = names;
        this.rules = rules;
        this.time = time;
    }

    /// @return at least one
    /// @throws TransferException if there is none, or none that is allowed
    List<InetSocketAddress> of(Side side, URI wire) throws TransferException, InterruptedException {
        List<InetAddress> found;
        try {
            found = names.find(wire.getHost());
        } catch (UnknownHostException e) {
            throw new TransferException(
                    side.unavailable(),
                    "the name of the " + side.word() + " " + HttpAddress.origin(wire)
                            + " has no address now; see whether it is right",
                    Outlook.NOT_SENT,
                    e);
        }
        int port = HttpAddress.port(wire);
        List<InetSocketAddress> good = new ArrayList<>();
        List<InetSocketAddress> bad = new ArrayList<>();
        String refusal = "no address";
        for (InetAddress address : found) {
            Optional<String> refused = rules.refusal(address);
            if (refused.isPresent()) {
                refusal = address.getHostAddress() + ", " + refused.get();
                continue;
            }
            InetSocketAddress socket = new InetSocketAddress(address, port);
            (isInTrouble(socket) ? bad : good).add(socket);
        }
        good.addAll(bad);
        if (good.isEmpty()) {
            throw new TransferException(
                    side.permission(),
                    "the " + side.word() + " " + HttpAddress.origin(wire) + " is not asked: it has " + refusal,
                    Outlook.NOT_SENT);
        }
        return good;
    }

    /// An address could not be reached.
    void failed(InetSocketAddress address) {
        if (troubles.size() >= MAX_TROUBLES) {
            troubles.clear();
        }
        troubles.put(address, time.nanoTime());
    }

    @Override
    public void close() {
        names.close();
    }

    private boolean isInTrouble(InetSocketAddress address) {
        Long since = troubles.get(address);
        return since != null && time.nanoTime() - since < TROUBLE_NANOS;
    }
}
