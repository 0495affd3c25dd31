// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.AgentClock;
import java.time.Duration;
import java.util.List;

/// Calls to servers of a test, without TLS: addresses of this machine are allowed.
final class LoopbackCalls implements AutoCloseable {
    private final StorageClient client = new StorageClient(Duration.ofSeconds(20), null);
    private final StorageAddresses addresses;
    private final HttpCalls calls;

    /// @param names what names are looked up by
    LoopbackCalls(NameLookup.Resolver names) {
        addresses = new StorageAddresses(
                new NameLookup(names, AgentClock.SYSTEM, Duration.ofSeconds(5)),
                new NetworkRules(true, List.of()),
                AgentClock.SYSTEM);
        calls = new HttpCalls(
                client,
                addresses,
                new CallRules(true, false),
                new HttpTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(10)),
                new EndpointMemory(AgentClock.SYSTEM, Duration.ofMinutes(1)),
                AgentClock.SYSTEM,
                4);
    }

    HttpCalls calls() {
        return calls;
    }

    @Override
    public void close() {
        client.close();
        addresses.close();
    }
}
