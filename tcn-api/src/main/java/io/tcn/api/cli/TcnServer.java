// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.TcnApplication;
import io.tcn.api.cluster.HandingOverEvent;
import io.tcn.api.cluster.Leadership;
import io.tcn.api.cluster.Role;
import io.tcn.api.runtime.DataFolder;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.security.Pki;
import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.catalina.LifecycleException;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/// A server in this process: data folder, certificates, Spring application.
public final class TcnServer implements AutoCloseable {
    private static final String DATABASE = "spring.datasource.url";

    private static final UserId DEMO_USER = UserId.of("demo");

    private final DataFolder folder;
    private final Pki pki;
    private final boolean madeCertificates;
    private final boolean demoIsOperator;
    private final ServletWebServerApplicationContext context;

    private TcnServer(
            DataFolder folder,
            Pki pki,
            boolean madeCertificates,
            boolean demoIsOperator,
            ServletWebServerApplicationContext context) {
        this.folder = folder;
        this.pki = pki;
        this.madeCertificates = madeCertificates;
        this.demoIsOperator = demoIsOperator;
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
        return start(data, port, settings, List.of());
    }

    /// @param hostNames further names that the private server certificate is for
    static TcnServer start(Path data, int port, Map<String, String> settings, List<String> hostNames) {
        DataFolder folder;
        try {
            folder = DataFolder.take(data);
        } catch (DataFolder.DataFolderException unusable) {
            throw new StartFailedException(String.valueOf(unusable.getMessage()), unusable);
        }
        try {
            Pki pki = new Pki(folder.path());
            boolean made = pki.createIfMissing(hostNames, Instant.now());
            SpringApplication application = new SpringApplication(TcnApplication.class);
            application.setBannerMode(Banner.Mode.OFF);
            application.setLogStartupInfo(false);
            application.setDefaultProperties(defaults(folder.path(), pki));
            application.addListeners(new SettingsCheck());
            Map<String, String> winning = new HashMap<>(settings);
            winning.put("server.port", Integer.toString(port));
            winning.put("tcn.data-dir", folder.path().toString());
            String[] arguments = winning.entrySet().stream()
                    .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                    .toArray(String[]::new);
            var context = (ServletWebServerApplicationContext) application.run(arguments);
            return new TcnServer(folder, pki, made, declareDemoUser(context, pki), context);
        } catch (IOException | RuntimeException failure) {
            closeQuietly(folder);
            throw failed(failure, port, settings);
        }
    }

    private static Map<String, Object> defaults(Path data, Pki pki) {
        Map<String, Object> defaults = new HashMap<>();
        // What was committed is written and synced by GroupSync, before anybody hears of it. A write delay above 0 lets
        // H2 compact the file while it works; space is used again after 5 s, because it was synced long before. Commits
        // wait while it compacts: it does so below 64 % of use (the square of 80), or below 80 % while nothing is
        // written.
        defaults.put(
                DATABASE,
                "jdbc:h2:file:" + data.resolve("db").resolve("tcn")
                        + ";WRITE_DELAY=500;RETENTION_TIME=5000;AUTO_COMPACT_FILL_RATE=80;DB_CLOSE_ON_EXIT=FALSE");
        defaults.put("server.ssl.certificate", pki.serverCertificate().toUri().toString());
        defaults.put(
                "server.ssl.certificate-private-key", pki.serverKey().toUri().toString());
        defaults.put("server.ssl.trust-certificate", pki.caCertificate().toUri().toString());
        defaults.put("server.ssl.client-auth", "want");
        defaults.put("server.ssl.enabled-protocols", "TLSv1.2,TLSv1.3");
        return defaults;
    }

    /// The demo client may do everything: it is the operator until there is another one. A start that failed
    /// half way made its certificate and could not declare it, and so may the database be another one: what
    /// counts is that nobody is an administrator yet.
    ///
    /// @return whether it is the only administrator of the store
    private static boolean declareDemoUser(ServletWebServerApplicationContext context, Pki pki) throws IOException {
        if (!Files.exists(pki.clientCertificate())
                || !context.getBean(Leadership.class).answers()) {
            return false;
        }
        Directory directory = context.getBean(Directory.class);
        String demo = pki.clientDn();
        List<String> administrators = directory.administrators();
        if (administrators.isEmpty() && directory.findDn(demo).isEmpty()) {
            directory.declare(
                    DirectoryChange.put(
                            List.of(User.of(DEMO_USER)), Set.of(new DirectoryStore.UserDn(demo, DEMO_USER, true))),
                    List.of());
            return true;
        }
        return administrators.equals(List.of(demo));
    }

    private static StartFailedException failed(Throwable failure, int port, Map<String, String> settings) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return new StartFailedException(
                        "port " + port + " is in use: stop what uses it, or give another one with --port", failure);
            }
        }
        if (isOfListening(failure)) {
            String address = settings.getOrDefault("server.address", "");
            return new StartFailedException(
                    "the server cannot listen on port " + port + (address.isEmpty() ? "" : " of address " + address)
                            + ": give a port from 0 to 65535 that this user may use, and an address of this machine"
                            + " (--port, --address)",
                    failure);
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
        return new StartFailedException("the server cannot start: " + setting + words(root, settings), failure);
    }

    /// Tomcat's own message is only a key, and causes follow it.
    private static boolean isOfListening(Throwable failure) {
        boolean isOfConnector = false;
        Throwable last = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            isOfConnector |= cause instanceof LifecycleException;
            last = cause;
        }
        return isOfConnector
                && (last instanceof SocketException
                        || String.valueOf(last.getMessage()).startsWith("port out of range"));
    }

    /// Some messages are only a name.
    private static String words(Throwable root, Map<String, String> settings) {
        String message = root.getMessage() == null ? "" : root.getMessage();
        if (root instanceof SocketTimeoutException && settings.containsKey(DATABASE)) {
            return "the database does not answer in time, see " + DATABASE;
        }
        if (root instanceof NoSuchFileException || root instanceof FileNotFoundException) {
            return "there is no file " + message.replaceFirst(" \\(.*\\)$", "") + namedBy(message, settings);
        }
        if (root instanceof UnknownHostException) {
            return "there is no host " + message + namedBy(message, settings);
        }
        return message.isEmpty()
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    /// The setting that a value came from.
    private static String namedBy(String part, Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> !setting.getValue().isBlank()
                        && (setting.getValue().contains(part) || part.contains(setting.getValue())))
                .map(setting -> ", see " + setting.getKey())
                .findFirst()
                .orElse("");
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
        return madeCertificates;
    }

    /// Whether nobody else is an administrator than the demo client, as far as the store knows.
    public boolean isDemoOperator() {
        return demoIsOperator;
    }

    /// Whether it shows the certificate of its own private authority, and not one that was given to it.
    boolean hasOwnCertificate() {
        return pki.serverCertificate()
                .toUri()
                .toString()
                .equals(context.getEnvironment().getProperty("server.ssl.certificate"));
    }

    /// A part of the running application.
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /// Why a server does not run any more, or shall not.
    public enum End {
        /// It was stopped from outside.
        STOPPED,
        /// It hands the lead over: it is to be closed, and started anew.
        HANDING_OVER
    }

    /// Waits until the server is stopped from outside, or hands the lead over.
    public End await() throws InterruptedException {
        CompletableFuture<End> end = new CompletableFuture<>();
        context.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                end.complete(End.STOPPED);
            } else if (event instanceof HandingOverEvent) {
                end.complete(End.HANDING_OVER);
            }
        });
        // Both may have happened while it started, when nobody heard of it.
        if (!context.isActive()) {
            end.complete(End.STOPPED);
        } else if (context.getBean(Leadership.class).role() == Role.HANDING_OVER) {
            end.complete(End.HANDING_OVER);
        }
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        context.close();
        closeQuietly(folder);
    }
}
