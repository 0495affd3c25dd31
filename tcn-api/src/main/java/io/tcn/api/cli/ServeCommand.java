// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `serve`: runs the server until it is stopped.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs the server: the FTS interface and /tcn/v1 on one TLS port.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn serve --data /var/lib/tcn",
            "  tcn serve --data data --topology esnet6-2026 --optimizer tcn",
            "  tcn serve --set spring.datasource.url=jdbc:postgresql://db/tcn --set spring.datasource.username=tcn",
            "",
            "The first start in an empty data folder makes certificates and prints how to use them.",
            "All settings: docs/operations.md."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by a signal (SIGTERM, SIGINT), in order",
            "1:the server could not start",
            "2:wrong arguments",
            "5:another server has taken over the database, or may have; this one ended without removing anything",
            "6:the database did not come back from a request; this one ended, the next start looks after the rest",
            "7:this server had got the lead among several and could not take it up; another one takes it"
        })
final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final long ANSWER_MILLIS = 500;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "data folder: certificates, database, lock (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("data");

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8446",
            description = "TLS port, 0 for any free one (default: ${DEFAULT-VALUE})")
    private int port = 8446;

    @Option(names = "--address", paramLabel = "IP", description = "listen on this address only (default: all)")
    private @Nullable String address;

    @Option(
            names = "--host-name",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "${TCN_HOST_NAMES:-}",
            description = "a further name or address that the private server certificate is for, beside localhost;"
                    + " may be given several times")
    private List<String> hostNames = new ArrayList<>();

    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description = "network topology that resources come from: a JSON file, or the name of a shipped one")
    private @Nullable String topology;

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description = "tcn (default), tcn-first, tcn-learned, tcn-zero, fts or fts-model; see docs/optimizers.md")
    private @Nullable String optimizer;

    @Option(names = "--interval", paramLabel = "TIME", description = "control interval, such as 10s (default) or 500ms")
    private @Nullable String interval;

    @Option(
            names = "--file-root",
            paramLabel = "DIR",
            description = "a folder that file: URLs may reach; may be given several times (default: none)")
    private List<Path> fileRoots = new ArrayList<>();

    @Option(
            names = "--trust",
            paramLabel = "PEM",
            description = "certificates of storages' authorities, beside those of the JVM")
    private @Nullable Path trust;

    @Option(
            names = "--restored",
            description =
                    "the database has just come back from a backup: files that are whole at the destinations of its"
                            + " transfers count as done, instead of being refused as existing")
    private boolean restored;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any other setting, see docs/operations.md")
    private Map<String, String> set = new LinkedHashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        AtomicReference<@Nullable TcnServer> running = new AtomicReference<>();
        int listens = port;
        try {
            while (true) {
                TcnServer server = TcnServer.start(
                        data,
                        listens,
                        settings(),
                        hostNames.stream().filter(name -> !name.isBlank()).toList());
                if (running.getAndSet(server) == null) {
                    endOrderly(running);
                }
                greet(server, System.out);
                listens = server.port();
                if (server.await() == TcnServer.End.STOPPED) {
                    return 0;
                }
                // Who asked for it hears that it was begun.
                Thread.sleep(ANSWER_MILLIS);
                server.close();
            }
        } catch (TcnServer.StartFailedException failure) {
            LOG.debug("the start failed", failure);
            System.err.println("tcn serve: " + failure.getMessage());
            if (running.get() != null) {
                // The hook would make it an orderly end.
                System.err.flush();
                Runtime.getRuntime().halt(1);
            }
            return 1;
        }
    }

    /// A signal to end leads to an orderly stop, and that is a success: without this the JVM would end with 128 and the
    /// number of the signal, which supervisors take for a failure.
    private static void endOrderly(AtomicReference<@Nullable TcnServer> running) {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("tcn-stop").unstarted(() -> {
                    int code = 1;
                    try {
                        TcnServer server = running.get();
                        if (server != null) {
                            server.close();
                        }
                        code = 0;
                    } finally {
                        System.out.flush();
                        System.err.flush();
                        Runtime.getRuntime().halt(code);
                    }
                }));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(set);
        put(settings, "server.address", address);
        put(settings, "tcn.topology.file", topology);
        put(settings, "tcn.control.optimizer", optimizer);
        put(settings, "tcn.control.interval", interval);
        put(settings, "tcn.store.restored", restored ? "true" : null);
        put(settings, "tcn.agent.trust", trust == null ? null : trust.toString());
        for (int i = 0; i < fileRoots.size(); i++) {
            put(settings, "tcn.agent.file-roots[" + i + "]", fileRoots.get(i).toString());
        }
        return settings;
    }

    private static void put(Map<String, String> settings, String key, @Nullable String value) {
        if (value != null) {
            settings.put(key, value);
        }
    }

    /// Says where the server is and, at a first start, how the FTS client finds its certificates.
    static void greet(TcnServer server, PrintStream out) {
        String url = "https://localhost:" + server.port();
        if (server.isFirstStart()) {
            out.println("First start: made a private CA and a demo client certificate in "
                    + server.pki().caCertificate().getParent());
        }
        if (server.isDemoOperator()) {
            hint(server, url, out);
        }
        out.println("TCN is ready at " + url + " (stop with Ctrl-C)");
        out.flush();
    }

    /// How the FTS client uses the demo client certificate, as long as nobody else is the operator.
    private static void hint(TcnServer server, String url, PrintStream out) {
        String authorities = server.hasOwnCertificate()
                ? server.pki().caCertificate().toString()
                : "/etc/grid-security/certificates";
        out.println("The demo client is the operator. To use its certificate with the FTS client:");
        out.println("  export X509_USER_CERT=" + server.pki().clientCertificate());
        out.println("  export X509_USER_KEY=" + server.pki().clientKey());
        out.println("  fts-rest-whoami -s " + url + " --capath " + authorities);
        out.println(
                "  fts-rest-transfer-submit -s " + url + " --capath " + authorities + " SOURCE_URL DESTINATION_URL");
        if (!server.hasOwnCertificate()) {
            out.println("  (with the name in the server's certificate for localhost, and the folder of its authority)");
        }
    }
}
