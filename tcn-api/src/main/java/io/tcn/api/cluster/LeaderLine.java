// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.store.ServerLease.Member;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The client that reaches the server that leads: by its certificate, where the database tells which one it has. There
/// is one at a time, for there is one leader; what is under way to the one before ends by itself.
final class LeaderLine implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final ReentrantLock changing = new ReentrantLock();
    private volatile @Nullable Line line;

    private record Line(String member, HttpClient client) {}

    /// The client for a server.
    HttpClient to(Member leader) {
        Line known = line;
        if (known != null && known.member().equals(leader.id())) {
            return known.client();
        }
        changing.lock();
        try {
            Line present = line;
            if (present != null && present.member().equals(leader.id())) {
                return present.client();
            }
            Line made = new Line(leader.id(), client(leader));
            line = made;
            if (present != null) {
                present.client().shutdown();
            }
            return made.client();
        } finally {
            changing.unlock();
        }
    }

    private static HttpClient client(Member leader) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
        if (leader.fingerprint() != null) {
            client.sslContext(PinnedTls.context(leader.fingerprint()));
        }
        return client.build();
    }

    /// Ends what is under way, too.
    @Override
    public void close() {
        Line last = line;
        if (last != null) {
            last.client().shutdownNow();
        }
    }
}
