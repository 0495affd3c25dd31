// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tcn.agent.AgentClock;
import io.tcn.agent.http.ClientProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A small WebDAV storage on the loopback interface, for demonstrations, benchmarks and tests. It serves a folder over
/// HTTP or HTTPS, copies to and from other storages when asked to (HTTP third-party copy with markers), knows ADLER32
/// checksums, and can be made slow, small and far away. It knows no users: everybody may do everything.
///
/// ```java
/// try (WebDavStorage storage = WebDavStorage.builder(folder).writeBps(100e6).start(0)) {
///     URI file = storage.url("/run1/file");
/// }
/// ```
public final class WebDavStorage implements AutoCloseable {
    private final HttpServer server;
    private final StorageHandler handler;
    private final ExecutorService threads;
    private final boolean secure;

    private WebDavStorage(HttpServer server, StorageHandler handler, ExecutorService threads, boolean secure) {
        this.server = server;
        this.handler = handler;
        this.threads = threads;
        this.secure = secure;
    }

    /// Begins a storage over a folder that exists.
    public static Builder builder(Path root) {
        return new Builder(root);
    }

    /// The port that it listens on.
    public int port() {
        return server.getAddress().getPort();
    }

    /// The URL of a path here.
    ///
    /// @param path begins with a slash, encoded as in a URL
    public URI url(String path) {
        return URI.create((secure ? "https" : "http") + "://"
                + server.getAddress().getAddress().getHostAddress() + ":" + port() + path);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        handler.close();
    }

    /// Collects the settings of a storage; without any it is as fast and as large as the machine.
    public static final class Builder {
        private final Path root;
        private InetAddress address = InetAddress.getLoopbackAddress();
        private double connectionBps;
        private double readBps;
        private double writeBps;
        private Duration latency = Duration.ZERO;
        private boolean thirdPartyCopy = true;
        private long quotaBytes;
        private @Nullable SSLContext tls;
        private Consumer<StorageEvent> events = event -> {};

        private Builder(Path root) {
            this.root = root;
        }

        /// Listens on another address than 127.0.0.1.
        public Builder address(InetAddress value) {
            address = value;
            return this;
        }

        /// Limits each connection to so many bit/s; 0 for no limit.
        public Builder connectionBps(double value) {
            connectionBps = value;
            return this;
        }

        /// Limits all reading together to so many bit/s; 0 for no limit.
        public Builder readBps(double value) {
            readBps = value;
            return this;
        }

        /// Limits all writing together to so many bit/s; 0 for no limit.
        public Builder writeBps(double value) {
            writeBps = value;
            return this;
        }

        /// Lets every request wait so long before it is looked at.
        public Builder latency(Duration value) {
            latency = value;
            return this;
        }

        /// Whether it copies to and from other storages by itself; it does by default.
        public Builder thirdPartyCopy(boolean value) {
            thirdPartyCopy = value;
            return this;
        }

        /// Room for files, those that are there included; 0 for no limit.
        public Builder quotaBytes(long value) {
            quotaBytes = value;
            return this;
        }

        /// Speaks HTTPS with this certificate, and trusts others by it in third-party copies.
        public Builder tls(@Nullable SSLContext value) {
            tls = value;
            return this;
        }

        /// Hears what happens to files; called by many threads.
        public Builder events(Consumer<StorageEvent> value) {
            events = value;
            return this;
        }

        /// Starts the storage.
        ///
        /// @param port 0 for any free one
        /// @throws IOException if the port is taken or the folder is not there
        public WebDavStorage start(int port) throws IOException {
            // Without it the JDK's server answers small requests 40 ms late. Read when the server class is first used.
            if (System.getProperty("sun.net.httpserver.nodelay") == null) {
                System.setProperty("sun.net.httpserver.nodelay", "true");
            }
            ClientProperties.set();
            StorageSettings settings = new StorageSettings(
                    root,
                    connectionBps,
                    readBps,
                    writeBps,
                    latency,
                    thirdPartyCopy,
                    quotaBytes,
                    tls,
                    events,
                    AgentClock.SYSTEM);
            InetSocketAddress socket = new InetSocketAddress(address, port);
            HttpServer server;
            if (tls != null) {
                HttpsServer https = HttpsServer.create(socket, 0);
                https.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = https;
            } else {
                server = HttpServer.create(socket, 0);
            }
            ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
            server.setExecutor(threads);
            StorageHandler handler = new StorageHandler(settings, new StorageFiles(settings));
            server.createContext("/", handler);
            server.start();
            return new WebDavStorage(server, handler, threads, tls != null);
        }
    }
}
