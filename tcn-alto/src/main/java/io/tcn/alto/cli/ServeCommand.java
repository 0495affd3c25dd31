// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.HttpAuthentication;
import io.tcn.alto.server.NameMode;
import io.tcn.alto.server.PublishedNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `serve`: an ALTO server over a topology.
@Command(
        name = "serve",
        sortOptions = false,
        description = "Runs an ALTO server over a topology, without the control plane.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME}",
            "  ${COMMAND-FULL-NAME} --topology my-network.json --port 9181 --names plain",
            "  ${COMMAND-FULL-NAME} --host 0.0.0.0 --user me --password-file secret --tls-cert c.pem --tls-key k.pem",
            "",
            "A topology file is read again when it has changed; clients that follow an update stream hear of it.",
            "A file that cannot be used is told, and what was published before stays. Ends at Ctrl-C or SIGTERM."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server cannot listen there",
            "2:wrong arguments or a wrong topology",
            "130, 143:stopped by Ctrl-C or SIGTERM"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int MAX_PORT = 65_535;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--topology",
            paramLabel = "FILE|NAME",
            defaultValue = "esnet6-2026",
            description = "a JSON file, or a topology that comes with TCN (default esnet6-2026)")
    private String topology = "esnet6-2026";

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = "127.0.0.1",
            description = "where to listen (default 127.0.0.1)")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "8181",
            description = "0 takes a free one (default 8181)")
    private int port;

    @Option(
            names = "--names",
            paramLabel = "MODE",
            defaultValue = "ephemeral",
            description = "names of elements: ephemeral (other in each question, default) or plain")
    private String names = "ephemeral";

    @Option(
            names = "--compat",
            paramLabel = "openalto",
            description = "speak so that OpenALTO's client of 2023 understands")
    private @Nullable String compat;

    @Option(names = "--user", paramLabel = "NAME", description = "only this user may ask, by Digest or Basic")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "a file with the password in its first line")
    private @Nullable Path passwordFile;

    @Option(names = "--tls-cert", paramLabel = "PEM", description = "certificate, for https")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "PEM", description = "its key, unencrypted in PKCS#8 form")
    private @Nullable Path key;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            SecureRandom random = new SecureRandom();
            AltoServerSettings settings = new AltoServerSettings("alto.tcn.internal", nameMode(), isCompatible());
            AltoHttpServerSettings http = http(random);
            PublishedNetwork network = TopologyFollower.read(topology);
            AltoServer server = new AltoServer(network, settings, random);
            TopologyFollower follower = new TopologyFollower(topology, server);
            try (StopSignal _ = StopSignal.install();
                    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().daemon().name("tcn-alto-timer").factory())) {
                try (AltoHttpServer running = start(server, http, timer)) {
                    tell(console, running, network);
                    var _ = timer.scheduleWithFixedDelay(
                            () -> follower.poll().ifPresent(console::note), 1, 1, TimeUnit.SECONDS);
                    new CountDownLatch(1).await();
                } catch (InterruptedException stopped) {
                    console.note("stopped");
                } finally {
                    timer.shutdownNow();
                }
            }
            return Console.OK;
        });
    }

    private AltoHttpServer start(AltoServer server, AltoHttpServerSettings http, ScheduledExecutorService timer)
            throws IOException {
        try {
            return AltoHttpServer.start(server, http, (period, task) -> every(timer, period, task));
        } catch (IOException busy) {
            throw new IOException(
                    "cannot listen on " + host + " port " + port + " (" + busy.getMessage()
                            + "); choose another --host or --port",
                    busy);
        }
    }

    private static AutoCloseable every(ScheduledExecutorService timer, Duration period, Runnable task) {
        ScheduledFuture<?> running =
                timer.scheduleAtFixedRate(task, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return () -> running.cancel(false);
    }

    private void tell(Console console, AltoHttpServer running, PublishedNetwork network) {
        String credentials = user == null ? "" : " --user " + user + " --password-file " + passwordFile;
        String trust = certificate == null ? "" : " --trust " + certificate;
        List<PublishedNetwork.Site> sites = network.sites();
        console.line("publishing " + topology + ": " + TopologyFollower.inShort(network));
        console.line("directory: " + running.directory());
        if (sites.size() > 1) {
            console.line("try: ./tcn alto path " + running.directory() + credentials + trust + " "
                    + network.addressOf(sites.getFirst().id()) + " "
                    + network.addressOf(sites.get(1).id()));
        }
    }

    private NameMode nameMode() throws WrongArgumentException {
        return switch (names) {
            case "ephemeral" -> NameMode.EPHEMERAL;
            case "plain" -> NameMode.PLAIN;
            default -> throw new WrongArgumentException("--names must be ephemeral or plain");
        };
    }

    private boolean isCompatible() throws WrongArgumentException {
        if (compat != null && !compat.equals("openalto")) {
            throw new WrongArgumentException("--compat knows openalto only");
        }
        return compat != null;
    }

    private AltoHttpServerSettings http(SecureRandom random) throws WrongArgumentException {
        if (port < 0 || port > MAX_PORT) {
            throw new WrongArgumentException("--port must be between 0 and " + MAX_PORT);
        }
        if ((user == null) != (passwordFile == null)) {
            throw new WrongArgumentException("--user and --password-file go together");
        }
        if ((certificate == null) != (key == null)) {
            throw new WrongArgumentException("--tls-cert and --tls-key go together");
        }
        SSLContext tls = certificate == null || key == null ? null : PemFiles.serving(certificate, key);
        HttpAuthentication authentication = user == null || passwordFile == null
                ? null
                : new PasswordAuthentication(
                        user, Secrets.read("--password-file", passwordFile), new MachineTime(), random);
        try {
            return new AltoHttpServerSettings(
                    new InetSocketAddress(InetAddress.getByName(host), port), tls, authentication);
        } catch (UnknownHostException unknown) {
            throw new WrongArgumentException("--host: there is no host " + host);
        } catch (IllegalArgumentException open) {
            throw new WrongArgumentException("other machines can reach " + host + ": that needs --tls-cert, --tls-key,"
                    + " --user and --password-file; or listen on 127.0.0.1");
        }
    }
}
