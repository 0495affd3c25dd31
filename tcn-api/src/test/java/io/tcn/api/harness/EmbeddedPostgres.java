// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import org.tukaani.xz.XZInputStream;

/// PostgreSQL from the binaries on the test class path: one cluster for this JVM, made when a test asks for it first,
/// stopped and removed when the JVM ends. To unpack the binaries and to make a cluster takes longer than most tests:
/// one
/// JVM does it, and leaves both in `target/postgres` for all others, which copy them. Nothing needs to be installed but
/// `tar`. PostgreSQL refuses to run as root: for root it runs as user 65534 (nobody), who cannot enter every folder,
/// and
/// so in one for temporary files.
final class EmbeddedPostgres {
    private static final int NOBODY = 65534;
    private static final Path KEPT = Path.of("target", "postgres").toAbsolutePath();
    private static @Nullable String url;

    private final Path folder;
    private final boolean isRoot;

    private EmbeddedPostgres() throws IOException {
        folder = Files.createTempDirectory("tcn-postgres");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        isRoot = Files.getAttribute(folder, "unix:uid").equals(0);
    }

    /// The address of an ordinary user's database; skips the test where there are no binaries for the machine.
    static synchronized String url() {
        String known = url;
        if (known == null) {
            try {
                known = make();
            } catch (IOException | SQLException failure) {
                throw new IllegalStateException(
                        "the PostgreSQL of the tests does not start; TCN_TEST_PG_URL can name another one", failure);
            }
            url = known;
        }
        return known;
    }

    private static String make() throws IOException, SQLException {
        URL binaries = Stream.of("linux-x86_64", "linux-arm_64", "darwin-x86_64", "darwin-arm_64")
                .map(machine -> EmbeddedPostgres.class.getResource("/postgres-" + machine + ".txz"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        assumeTrue(
                binaries != null,
                "no PostgreSQL for this machine on Maven Central: TCN_TEST_PG_URL can name one, such as the address"
                        + " that tools/postgres up DIR PORT prints");
        Path kept = kept(Objects.requireNonNull(binaries));
        EmbeddedPostgres postgres = removedAtTheEnd();
        postgres.copy(kept, postgres.folder);
        return postgres.start() + "tcn?user=tcn&password=" + Files.readString(kept.resolve("password"));
    }

    private static EmbeddedPostgres removedAtTheEnd() throws IOException {
        EmbeddedPostgres postgres = new EmbeddedPostgres();
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::remove));
        return postgres;
    }

    /// Binaries and a cluster with a user and a database; one JVM of tests makes them, the others wait for it.
    private static Path kept(URL binaries) throws IOException, SQLException {
        // with the version, which is in the name of the jar
        Path kept = KEPT.resolve(Integer.toHexString(binaries.toString().hashCode()));
        Files.createDirectories(KEPT);
        try (FileChannel lock =
                        FileChannel.open(KEPT.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = lock.lock()) {
            if (!Files.exists(kept)) {
                Path half = KEPT.resolve("half");
                FileSystemUtils.deleteRecursively(half);
                EmbeddedPostgres first = removedAtTheEnd();
                try (InputStream packed = binaries.openStream()) {
                    first.unpack(packed);
                    first.makeCluster();
                    first.copy(first.folder, Files.createDirectory(half));
                } finally {
                    first.remove();
                }
                Files.move(half, kept, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return kept;
    }

    private void unpack(InputStream packed) throws IOException {
        Process tar = process(List.of("tar", "-x", "--no-same-owner", "-f", "-", "-C", folder.toString()), "tar.log");
        try (OutputStream unpacked = tar.getOutputStream();
                XZInputStream archive = new XZInputStream(packed)) {
            archive.transferTo(unpacked);
        }
        end(tar, "tar.log");
    }

    /// With owners and rights.
    private void copy(Path from, Path to) throws IOException {
        end(process(List.of("cp", "-a", from + "/.", to.toString()), "cp.log"), "cp.log");
    }

    private void makeCluster() throws IOException, SQLException {
        Path data = Files.createDirectory(folder.resolve("data"));
        String password = UUID.randomUUID().toString();
        Path passwordFile = Files.writeString(folder.resolve("password"), password);
        if (isRoot) {
            Files.setAttribute(data, "unix:uid", NOBODY);
            Files.setAttribute(passwordFile, "unix:uid", NOBODY);
        }
        Files.setPosixFilePermissions(passwordFile, PosixFilePermissions.fromString("r--------"));
        run(
                "initdb",
                List.of("-U", "owner", "--pwfile=" + passwordFile, "--auth=scram-sha-256", "--encoding=UTF8"),
                List.of("--no-locale", "--no-sync"));
        try (Connection database = DriverManager.getConnection(start() + "postgres", "owner", password);
                Statement statement = database.createStatement()) {
            // What makes guessing slow would be worked out anew for each of thousands of connections.
            statement.execute("set scram_iterations = 1");
            statement.execute("create role tcn login password '" + password + "'");
            statement.execute("create database tcn owner tcn");
        }
        run("pg_ctl", List.of("-m", "fast", "-w"), List.of("stop"));
    }

    /// @return the address, without the name of a database
    private String start() throws IOException {
        int port = TestPorts.one();
        String options = "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
                + " -c max_connections=200 -c shared_buffers=32MB";
        String log = folder.resolve("data").resolve("log").toString();
        run("pg_ctl", List.of("-l", log, "-w", "-t", "120", "-o", options), List.of("start"));
        return "jdbc:postgresql://127.0.0.1:" + port + "/";
    }

    private void run(String program, List<String> arguments, List<String> more) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
        }
        command.add(folder.resolve("bin").resolve(program).toString());
        command.addAll(List.of("-D", folder.resolve("data").toString()));
        command.addAll(arguments);
        command.addAll(more);
        end(process(command, program + ".log"), program + ".log");
    }

    private Process process(List<String> command, String log) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile())
                .start();
    }

    private void end(Process process, String log) throws IOException {
        try {
            if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(log + ": " + Files.readString(folder.resolve(log)));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stop);
        }
    }

    private void remove() {
        try {
            if (Files.exists(folder.resolve("data").resolve("postmaster.pid"))) {
                run("pg_ctl", List.of("-m", "immediate", "-w"), List.of("stop"));
            }
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException left) {
            System.err.println("the PostgreSQL of the tests stays in " + folder + ": " + left.getMessage());
        }
    }
}
