// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `demo`: the whole system at work on this machine, checked at the end.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the whole system at work on this machine: starts the server with an empty data folder and three",
            "slow storages on loopback, declares two users, five pipes and a bound, moves 66 files of 1 to 64 MiB by",
            "the FTS interface and by add-transfer, 36 of them in chains of three stages, and checks every file."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tcn demo", "  tcn demo --keep        leave the server up afterwards, to try clients on it"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every file arrived whole and in order, and the bound was kept",
            "1:something is not as it should be; the last lines say what",
            "2:wrong arguments"
        })
final class DemoCommand implements Callable<Integer> {
    @Option(names = "--keep", description = "leave the server and the storages up until Ctrl-C")
    private boolean keep;

    @Option(
            names = "--port",
            defaultValue = "0",
            paramLabel = "N",
            description = "TLS port of the server, 0 for any free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "empty folder for everything, kept afterwards (default: a temporary one, removed)")
    private @Nullable Path dir;

    @Option(
            names = "--timeout",
            defaultValue = "170",
            paramLabel = "SECONDS",
            description = "give up after this time (default: ${DEFAULT-VALUE})")
    private int timeoutSeconds = 170;

    @Override
    public Integer call() throws InterruptedException {
        Path folder = null;
        try {
            folder = folder();
            return run(folder);
        } catch (IOException | TcnServer.StartFailedException failure) {
            System.err.println("tcn demo: " + failure.getMessage());
            return 1;
        } finally {
            if (folder != null && dir == null) {
                remove(folder);
            }
        }
    }

    private Path folder() throws IOException {
        if (dir == null) {
            return Files.createTempDirectory("tcn-demo");
        }
        Files.createDirectories(dir);
        try (var content = Files.list(dir)) {
            if (content.findAny().isPresent()) {
                throw new IOException("the folder " + dir + " is not empty: give another one with --dir");
            }
        }
        return dir.toAbsolutePath();
    }

    private int run(Path folder) throws IOException, InterruptedException {
        System.out.println("Starting three storages and the server in " + folder);
        try (DemoStorages storages = DemoStorages.start(folder)) {
            Path topology = folder.resolve("topology.json");
            Files.writeString(topology, storages.topology());
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("server.address", "127.0.0.1");
            settings.put("tcn.topology.file", topology.toString());
            settings.put("tcn.control.interval", "2s");
            settings.put("tcn.pipes.max-connections", "16");
            settings.put("tcn.agent.allow-own-addresses", "true");
            settings.put("tcn.agent.cancel-grace", "1s");
            try (TcnServer server = TcnServer.start(folder.resolve("data"), port, settings);
                    DemoClient client = new DemoClient(server)) {
                DemoRun demo =
                        new DemoRun(storages, client, System.out, isTerminal(), Duration.ofSeconds(timeoutSeconds));
                boolean good = demo.run();
                if (keep) {
                    ServeCommand.greet(server, System.out);
                    server.await();
                }
                return good ? 0 : 1;
            }
        }
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    private static void remove(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException left) {
            System.err.println("tcn demo: " + folder + " could not be removed: " + left.getMessage());
        }
    }
}
