// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.Trouble;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// HTTP clients for a server.
final class Clients {
    private static final Path GRID = Path.of("/etc/grid-security/certificates");
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private Clients() {}

    static HttpClient of(Server server) throws Trouble {
        Duration connect = server.timeout().compareTo(CONNECT) < 0 ? server.timeout() : CONNECT;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connect);
        if ("https".equalsIgnoreCase(server.url().getScheme())) {
            builder.sslContext(context(server));
        }
        return builder.build();
    }

    private static SSLContext context(Server server) throws Trouble {
        KeyManager[] keys = server.credential() instanceof Credential.Certificate own
                ? new KeyManager[] {ClientCertificate.read(own.certificate(), own.key())}
                : null;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust(server.authorities()), null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw Trouble.failed("TLS cannot be used: " + unusable.getMessage());
        }
    }

    private static TrustManager @Nullable [] trust(@Nullable Path given) throws Trouble {
        if (given != null) {
            return Authorities.trusting(given, false);
        }
        return Files.isDirectory(GRID) ? Authorities.trusting(GRID, true) : null;
    }
}
