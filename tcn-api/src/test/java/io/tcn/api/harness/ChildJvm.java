// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// The JVM of a server or an agent that a test starts in a process of its own. The first one that is asked for watches
/// the start of a server and keeps the classes that it loaded, in `target/child-jvm`, for all that follow: they need
/// less than half of the CPU time. An archive knows no folders of classes, so these are packed before.
public final class ChildJvm {
    private static final Path HOME = Path.of("target", "child-jvm").toAbsolutePath();

    /// The archive is written when its server ends, which takes seconds, and longer where others have the cores.
    private static final Duration WRITTEN = Duration.ofMinutes(5);

    private static @Nullable List<String> prepared;

    private ChildJvm() {}

    /// `java` with what all of them have, and the class path of the product without that of the tests.
    ///
    /// @param heap of it, as in `192m`
    public static List<String> command(String heap) throws IOException {
        List<String> command = plain(heap);
        command.addAll(prepared());
        return command;
    }

    private static List<String> plain(String heap) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // as the JVMs of the tests: with 48 MB for code all of the heap is collected again and again
                "-XX:ReservedCodeCacheSize=192m",
                // and as these: keys in stores of a test are wrapped with one round, not with ten thousand
                "-Dkeystore.pkcs12.keyPbeIterationCount=1",
                "-Xshare:auto"));
    }

    /// One JVM of tests prepares, the others wait for it.
    private static synchronized List<String> prepared() throws IOException {
        List<String> known = prepared;
        if (known == null) {
            Files.createDirectories(HOME);
            try (FileChannel lock = FileChannel.open(
                            HOME.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = lock.lock()) {
                known = prepare();
            }
            prepared = known;
        }
        return known;
    }

    private static List<String> prepare() throws IOException {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .filter(entry -> Files.exists(entry) && !entry.endsWith("test-classes"))
                .toList();
        Path folder = HOME.resolve(key(entries));
        Path archive = folder.resolve("classes.jsa");
        boolean isNew = !Files.exists(archive);
        if (isNew) {
            removeOthers();
            Files.createDirectories(folder);
        }
        List<String> packed = new ArrayList<>();
        for (Path entry : entries) {
            Path jar = Files.isDirectory(entry) ? folder.resolve("classes-" + packed.size() + ".jar") : entry;
            if (isNew && Files.isDirectory(entry)) {
                pack(entry, jar);
            }
            packed.add(jar.toString());
        }
        List<String> path = List.of("-cp", String.join(File.pathSeparator, packed));
        if (isNew && !isWatched(folder, path, archive)) {
            return path;
        }
        List<String> options = new ArrayList<>(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off"));
        options.addAll(path);
        return options;
    }

    private static void pack(Path classes, Path jar) throws IOException {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(out, out, "--create", "--no-compress", "--file", jar.toString(), "-C", classes.toString(), ".");
        if (code != 0) {
            throw new IOException("packing " + classes + ": " + said);
        }
    }

    /// Starts a server, asks it something and stops it; its JVM writes down what it has loaded. It would give work to
    /// agents if there were a broker, so that the classes of an agent's connections are among them.
    private static boolean isWatched(Path folder, List<String> path, Path archive) throws IOException {
        Path fresh = folder.resolve("new.jsa");
        List<String> jvm = plain("192m");
        jvm.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + fresh,
                "-Xlog:cds*=off",
                // a thread that still runs when all is written can break the JVM: what it says then is not left to git
                "-XX:ErrorFile=" + folder.resolve("broken.txt")));
        jvm.addAll(path);
        Path data = folder.resolve("data");
        try (ServerProcess server = ServerProcess.start(
                        jvm,
                        data,
                        folder.resolve("output"),
                        "--set",
                        "tcn.agents.enabled=true",
                        "--set",
                        "tcn.agents.unsigned=true",
                        "--set",
                        "tcn.agents.brokers=127.0.0.1:1");
                Client client = Client.demo(server.port(), data)) {
            client.get("/tcn/v1/health");
            client.get("/jobs");
            server.signal("TERM");
            server.awaitEnd(WRITTEN);
            Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException | ConditionTimeoutException | AssertionError failure) {
            System.err.println("servers and agents of tests start without an archive of classes: " + failure);
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            FileSystemUtils.deleteRecursively(data);
        }
    }

    /// Of earlier builds.
    private static void removeOthers() throws IOException {
        try (Stream<Path> all = Files.list(HOME)) {
            for (Path old : all.filter(Files::isDirectory).toList()) {
                FileSystemUtils.deleteRecursively(old);
            }
        }
    }

    /// Another one for other classes, other jars and another JDK.
    private static String key(List<Path> entries) throws IOException {
        CRC32 all = new CRC32();
        all.update((System.getProperty("java.home") + Runtime.version()).getBytes(StandardCharsets.UTF_8));
        for (Path entry : entries) {
            try (Stream<Path> files = Files.walk(entry)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    all.update(file.toString().getBytes(StandardCharsets.UTF_8));
                    all.update(ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(Files.size(file))
                            .putLong(Files.getLastModifiedTime(file).toMillis())
                            .flip());
                }
            }
        }
        return Long.toHexString(all.getValue());
    }
}
