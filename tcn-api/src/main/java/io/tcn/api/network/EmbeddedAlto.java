// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import io.tcn.alto.client.AltoAuth;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.Dialect;
import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.BasicAuthentication;
import io.tcn.alto.server.ExpectedCosts;
import io.tcn.alto.server.HttpAuthentication;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Our own ALTO server on a socket: plain HTTP on loopback, TLS with the certificate of the server elsewhere.
final class EmbeddedAlto implements AutoCloseable {
    private static final String KEEP_ALIVE = "alto-keep-alive";

    private final AltoProperties.Embedded settings;
    private final AltoHttpServer http;
    private final LoopThread timer;
    private final @Nullable SSLContext trust;

    private EmbeddedAlto(
            AltoProperties.Embedded settings, AltoHttpServer http, LoopThread timer, @Nullable SSLContext trust) {
        this.settings = settings;
        this.http = http;
        this.timer = timer;
        this.trust = trust;
    }

    static EmbeddedAlto start(
            AltoProperties.Embedded settings,
            PublishedNetwork network,
            Supplier<ExpectedCosts> expected,
            Path dataDir,
            RandomGenerator random,
            Loops loops)
            throws IOException {
        AltoServer server = new AltoServer(
                network,
                new AltoServerSettings("alto.tcn.internal", settings.names(), settings.compat()),
                expected,
                random);
        InetAddress host = InetAddress.getByName(settings.host());
        Pki pki = new Pki(dataDir);
        boolean isLocal = host.isLoopbackAddress();
        SSLContext own = isLocal ? null : ClientTls.of(pki.caCertificate(), pki.serverCertificate(), pki.serverKey());
        @Nullable
        HttpAuthentication authentication = settings.users().isEmpty()
                ? null
                : new BasicAuthentication("tcn-alto", (user, password) -> isUser(settings.users(), user, password));
        LoopThread timer = loops.thread(KEEP_ALIVE);
        try {
            AltoHttpServer http = AltoHttpServer.start(
                    server,
                    new AltoHttpServerSettings(
                            new InetSocketAddress(host, settings.port() == null ? 0 : settings.port()),
                            own,
                            authentication),
                    (period, task) -> every(loops.of(KEEP_ALIVE), timer, period, task));
            return new EmbeddedAlto(settings, http, timer, isLocal ? null : ClientTls.trusting(pki.caCertificate()));
        } catch (IOException | IllegalArgumentException refused) {
            timer.close();
            // The cause by itself names no setting, and it is the innermost one that a failed start shows.
            throw new IOException("tcn.alto.embedded cannot listen on " + settings.host() + ":" + settings.port() + ": "
                    + refused.getMessage());
        }
    }

    private static AutoCloseable every(LoopState state, LoopThread timer, Duration period, Runnable task) {
        SteadyLoop loop = new SteadyLoop(state, timer, period, () -> {
            task.run();
            return SteadyLoop.Outcome.DONE;
        });
        loop.start();
        return loop::stop;
    }

    private static boolean isUser(Map<String, String> users, String user, String password) {
        String known = users.get(user);
        return known != null
                && MessageDigest.isEqual(
                        known.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
    }

    URI directory() {
        return http.directory();
    }

    /// How this process asks its own server.
    AltoClientSettings clientSettings(String name) {
        AltoAuth auth = settings.users().entrySet().stream()
                .findFirst()
                .<AltoAuth>map(user -> new AltoAuth.Basic(user.getKey(), user.getValue()))
                .orElse(new AltoAuth.None());
        return new AltoClientSettings(
                name, http.directory(), auth, Set.of(), Set.of(), Dialect.RFC, false, trust, AltoLimits.DEFAULT);
    }

    @Override
    public void close() {
        http.close();
        timer.close();
    }
}
