// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts an [AltoServer] on a socket: HTTP/1.1, with TLS where it is given. A thread of its own (virtual) serves
/// each request and writes each stream.
public final class AltoHttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AltoHttpServer.class);
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final AltoServer server;
    private final HttpServer http;
    private final String scheme;
    private final ExecutorService threads;
    private final AutoCloseable keepAlive;

    private AltoHttpServer(
            AltoServer server, HttpServer http, String scheme, ExecutorService threads, AutoCloseable keepAlive) {
        this.server = server;
        this.http = http;
        this.scheme = scheme;
        this.threads = threads;
        this.keepAlive = keepAlive;
    }

    /// The JDK's server writes head and body of an answer one after the other. Unless told before its first use, it
    /// lets the kernel hold back the second until the client has acknowledged the first, which takes 40 ms.
    private static void sendAtOnce() {
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
    }

    /// Starts to listen.
    ///
    /// @param timer lets the clients of streams know every 15 s that they live
    /// @throws IOException if it cannot listen there
    public static AltoHttpServer start(AltoServer server, AltoHttpServerSettings settings, KeepAliveTimer timer)
            throws IOException {
        sendAtOnce();
        HttpServer http;
        if (settings.tls() == null) {
            http = HttpServer.create(settings.address(), 0);
        } else {
            HttpsServer https = HttpsServer.create(settings.address(), 0);
            https.setHttpsConfigurator(new HttpsConfigurator(settings.tls()));
            http = https;
        }
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        http.setExecutor(threads);
        String scheme = settings.tls() == null ? "http" : "https";
        http.createContext("/", new AltoHttpHandler(server, scheme, settings.authentication()));
        http.start();
        AltoHttpServer started =
                new AltoHttpServer(server, http, scheme, threads, timer.every(KEEP_ALIVE, server::keepAlive));
        LOG.info("the ALTO server listens at {}", started.directory());
        return started;
    }

    /// Address of the root directory.
    public URI directory() {
        InetSocketAddress address = http.getAddress();
        InetAddress host = address.getAddress();
        String text = host.getHostAddress();
        String name = host.isAnyLocalAddress() ? "localhost" : text.indexOf(':') >= 0 ? "[" + text + "]" : text;
        return URI.create(scheme + "://" + name + ":" + address.getPort() + AltoServer.DIRECTORY_PATH);
    }

    /// Stops: streams end, requests that are being answered are broken off.
    @Override
    public void close() {
        try {
            keepAlive.close();
        } catch (Exception failure) {
            LOG.warn("the timer of the ALTO server did not stop", failure);
        }
        server.closeStreams("the server stops");
        http.stop(0);
        threads.shutdownNow();
    }
}
