// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The connections to all storages: sends each request to one address that was looked up and allowed before, never to
/// whatever its name may mean a moment later.
///
/// The JDK's client looks names up by itself, in the processor's threads, and tries one address only. So it is given
/// the address, with the name in the `Host` header and, for TLS, in [PinnedTls]. Where several names share an address
/// and port under TLS, each has a client of its own, up to a number; beyond that requests go by name, looked up in
/// threads of their own, and there the certificate says who answers.
public final class StorageClient implements AutoCloseable {
    static {
        ClientProperties.set();
    }

    private static final int MAX_LANES = 8;
    private static final int NAME_THREADS = 16;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Duration connectTimeout;
    private final SSLContext tls;
    private final ExecutorService nameThreads = Executors.newFixedThreadPool(
            NAME_THREADS, Thread.ofPlatform().name("by-name-", 0).daemon().factory());
    private final HttpClient byName;
    private final Lane first;
    /// The first, and those for further names at its addresses.
    private final List<Lane> lanes = new CopyOnWriteArrayList<>();

    /// @param tls null for the JVM's own
    /// @throws IllegalStateException if another client was made in this process before [ClientProperties] were set
    public StorageClient(Duration connectTimeout, @Nullable SSLContext tls) {
        ClientProperties.check();
        this.connectTimeout = connectTimeout;
        this.tls = tls == null ? usual() : tls;
        this.byName = client(this.tls, nameThreads);
        this.first = newLane();
    }

    /// One client, under whose addresses each stands for one name.
    private record Lane(PinnedTls pinned, HttpClient client) {}

    private Lane newLane() {
        PinnedTls pinned = new PinnedTls(tls);
        Lane lane = new Lane(pinned, client(pinned.context(), threads));
        lanes.add(lane);
        return lane;
    }

    /// The client to use, null if there is none left for the name.
    private @Nullable HttpClient byAddress(URI uri, InetSocketAddress address) {
        if (!HttpAddress.isEncrypted(uri)) {
            return first.client();
        }
        String host = HttpAddress.withoutBrackets(uri.getHost());
        for (Lane lane : lanes) {
            if (lane.pinned().pin(address, host)) {
                return lane.client();
            }
        }
        synchronized (lanes) {
            return lanes.size() < MAX_LANES && newLane().pinned().pin(address, host)
                    ? lanes.getLast().client()
                    : null;
        }
    }

    private static SSLContext usual() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no TLS in this JVM", e);
        }
    }

    private HttpClient client(SSLContext context, Executor executor) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(executor)
                .sslContext(context)
                .build();
    }

    Duration connectTimeout() {
        return connectTimeout;
    }

    /// Begins a request.
    ///
    /// @param uri with the storage's name
    /// @param address one of the storage's addresses
    <T> CompletableFuture<HttpResponse<T>> send(
            HttpRequest.Builder request, URI uri, InetSocketAddress address, BodyHandler<T> handler) {
        HttpClient client = byAddress(uri, address);
        if (client == null) {
            return byName.sendAsync(request.uri(uri).build(), handler);
        }
        request.setHeader("Host", uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()));
        return client.sendAsync(request.uri(at(uri, address)).build(), handler);
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.client().shutdownNow());
        byName.shutdownNow();
        threads.shutdown();
        nameThreads.shutdown();
    }

    private static URI at(URI uri, InetSocketAddress address) {
        String literal = address.getAddress().getHostAddress();
        String host = literal.indexOf(':') < 0 ? literal : "[" + literal + "]";
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(uri.getScheme() + "://" + host + ":" + address.getPort() + uri.getRawPath() + query);
    }
}
