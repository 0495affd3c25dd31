// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.agent.storage.WebDavStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `storage`: a small WebDAV storage for trying things out.
@Command(
        name = "storage",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a small WebDAV storage on the loopback interface, for trying things out. It has no users:"
                + " everybody on this machine may read and write.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn storage --root /tmp/a --port 8001",
            "  tcn storage --root /tmp/b --port 8002 --connection-rate 20mbit --write-rate 100mbit"
        })
final class StorageCommand implements Callable<Integer> {
    @Option(names = "--root", required = true, paramLabel = "DIR", description = "folder to serve, made if missing")
    private Path root = Path.of(".");

    @Option(
            names = "--port",
            defaultValue = "0",
            paramLabel = "N",
            description = "port, 0 for any free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--connection-rate",
            converter = Rate.Converter.class,
            paramLabel = "RATE",
            description = "limit of each connection, such as 20mbit")
    private Rate connectionRate = Rate.NONE;

    @Option(
            names = "--read-rate",
            converter = Rate.Converter.class,
            paramLabel = "RATE",
            description = "limit of all reading together")
    private Rate readRate = Rate.NONE;

    @Option(
            names = "--write-rate",
            converter = Rate.Converter.class,
            paramLabel = "RATE",
            description = "limit of all writing together")
    private Rate writeRate = Rate.NONE;

    @Option(names = "--latency-ms", defaultValue = "0", paramLabel = "MS", description = "delay of every request")
    private long latencyMs;

    @Option(names = "--quota", defaultValue = "0", paramLabel = "BYTES", description = "room for files, 0: no limit")
    private long quota;

    @Option(
            names = "--third-party-copy",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "whether it copies to and from other storages by itself (default: yes)")
    private boolean thirdPartyCopy = true;

    @Override
    public Integer call() throws InterruptedException {
        try {
            Files.createDirectories(root);
            WebDavStorage storage = WebDavStorage.builder(root)
                    .address(InetAddress.ofLiteral("127.0.0.1"))
                    .connectionBps(connectionRate.bps())
                    .readBps(readRate.bps())
                    .writeBps(writeRate.bps())
                    .latency(Duration.ofMillis(latencyMs))
                    .quotaBytes(quota)
                    .thirdPartyCopy(thirdPartyCopy)
                    .start(port);
            System.out.println("ready " + storage.url(""));
            System.out.flush();
            CountDownLatch stopped = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                storage.close();
                stopped.countDown();
            }));
            stopped.await();
            return 0;
        } catch (IOException | IllegalArgumentException refused) {
            System.err.println("tcn storage: " + refused.getMessage() + " (root " + root + ", port " + port + ")");
            return 1;
        }
    }
}
