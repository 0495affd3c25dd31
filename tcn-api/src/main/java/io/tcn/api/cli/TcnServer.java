// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.TcnApplication;
import io.tcn.api.runtime.DataFolder;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Pki;
import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/// A server in this process: data folder, certificates, Spring application.
public final class TcnServer implements AutoCloseable {
    private static final UserId DEMO_USER = UserId.of("demo");

    private final DataFolder folder;
    private final Pki pki;
    private final boolean firstStart;
    private final ServletWebServerApplicationContext context;

    private TcnServer(DataFolder folder, Pki pki, boolean firstStart, ServletWebServerApplicationContext context) {
        this.folder = folder;
        this.pki = pki;
        this.firstStart = firstStart;
        this.context = context;
    }

    /// The server cannot start; the message is one line for people.
    public static final class StartFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StartFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// Starts a server.
    ///
    /// @param data the data folder, made if it is not there
    /// @param port port, 0 for any free one
    /// @param settings Spring properties that win over all others
    /// @throws StartFailedException if it cannot start
    public static TcnServer start(Path data, int port, Map<String, String> settings) {
        DataFolder folder;
        try {
            folder = DataFolder.take(data);
        } catch (DataFolder.DataFolderException unusable) {
            throw new StartFailedException(String.valueOf(unusable.getMessage()), unusable);
        }
        try {
            Pki pki = new Pki(folder.path());
            boolean first = pki.createIfMissing(List.of(), Instant.now());
            SpringApplication application = new SpringApplication(TcnApplication.class);
            application.setBannerMode(Banner.Mode.OFF);
            application.setLogStartupInfo(false);
            application.setDefaultProperties(defaults(folder.path(), pki));
            Map<String, String> winning = new HashMap<>(settings);
            winning.put("server.port", Integer.toString(port));
            winning.put("tcn.data-dir", folder.path().toString());
            String[] arguments = winning.entrySet().stream()
                    .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                    .toArray(String[]::new);
            var context = (ServletWebServerApplicationContext) application.run(arguments);
            TcnServer server = new TcnServer(folder, pki, first, context);
            if (first) {
                server.declareDemoUser();
            }
            return server;
        } catch (IOException | RuntimeException failure) {
            closeQuietly(folder);
            throw failed(failure, port);
        }
    }

    private static Map<String, Object> defaults(Path data, Pki pki) {
        Map<String, Object> defaults = new HashMap<>();
        // WRITE_DELAY=0: what was committed survives a crash of the process.
        defaults.put(
                "spring.datasource.url",
                "jdbc:h2:file:" + data.resolve("db").resolve("tcn") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
        defaults.put("server.ssl.certificate", pki.serverCertificate().toUri().toString());
        defaults.put(
                "server.ssl.certificate-private-key", pki.serverKey().toUri().toString());
        defaults.put("server.ssl.trust-certificate", pki.caCertificate().toUri().toString());
        defaults.put("server.ssl.client-auth", "want");
        defaults.put("server.ssl.enabled-protocols", "TLSv1.2,TLSv1.3");
        return defaults;
    }

    /// The demo client may do everything: it is the operator until there is another one.
    private void declareDemoUser() throws IOException {
        Directory directory = context.getBean(Directory.class);
        directory.declare(User.of(DEMO_USER));
        directory.declare(new DirectoryStore.UserDn(pki.clientDn(), DEMO_USER, true));
    }

    private static StartFailedException failed(Throwable failure, int port) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return new StartFailedException(
                        "port " + port + " is in use: stop what uses it, or give another one with --port", failure);
            }
        }
        String setting = "";
        Throwable root = failure;
        // What refuses a setting says so in an IllegalArgumentException, who cannot connect says whither; their causes
        // say less.
        while (root.getCause() != null
                && !(root instanceof IllegalArgumentException)
                && !(root.getCause() instanceof SocketException)) {
            if (root instanceof BindException unreadable && unreadable.getProperty() != null) {
                setting = unreadable.getName() + ": ";
            }
            root = root.getCause();
        }
        String words = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return new StartFailedException("the server cannot start: " + setting + words, failure);
    }

    private static void closeQuietly(DataFolder folder) {
        try {
            folder.close();
        } catch (IOException ignored) {
            // The lock goes with the process.
        }
    }

    /// The port that it listens on.
    public int port() {
        WebServer server = context.getWebServer();
        if (server == null) {
            throw new IllegalStateException("the server is not running");
        }
        return server.getPort();
    }

    public Pki pki() {
        return pki;
    }

    public Path dataFolder() {
        return folder.path();
    }

    /// Whether this start made the certificates.
    public boolean isFirstStart() {
        return firstStart;
    }

    /// A part of the running application.
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /// Waits until the server is stopped from outside.
    public void await() throws InterruptedException {
        var closed = new java.util.concurrent.CountDownLatch(1);
        context.addApplicationListener(event -> {
            if (event instanceof org.springframework.context.event.ContextClosedEvent) {
                closed.countDown();
            }
        });
        closed.await();
    }

    @Override
    public void close() {
        context.close();
        closeQuietly(folder);
    }
}
