// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Footprint;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.Relay;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileTest {
    private static final byte[] CONTENT = {1, 2, 3, 4, 5};

    private final List<Path> synced = new ArrayList<>();
    private final List<String> order = new ArrayList<>();
    private final Footprint footprint = new Footprint(false, AgentClock.SYSTEM, () -> {});
    private final Path folder;
    private @Nullable IOException linkFailure;

    LocalFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aNewFileIsNamedWhereThereAreHardLinksAndItsNameIsForcedToTheDisk() throws Exception {
        write(false);

        assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(CONTENT);
        assertThat(names()).containsExactly("f");
        assertThat(synced).containsExactly(folder);
    }

    /// Whoever may write into the folder would have any file emptied that this process may write.
    @Test
    void aLinkUnderTheHiddenNameIsNotFollowed() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "stays");
        write(false);
        Files.delete(folder.resolve("f"));
        Files.createSymbolicLink(
                folder.resolve(".tcn-1-" + Integer.toHexString("f".hashCode()) + ".1.part"), elsewhere);

        write(false);

        assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(CONTENT);
        assertThat(elsewhere).hasContent("stays");
    }

    @Test
    void aNewFileIsNamedWhereThereAreNoHardLinks() throws Exception {
        linkFailure = new FileSystemException("f", "g", "Operation not permitted");

        write(false);

        assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(CONTENT);
        assertThat(names()).containsExactly("f");
        assertThat(synced).containsExactly(folder);
    }

    @Test
    void withoutHardLinksTooNothingIsReplacedThatAppearedMeanwhile() throws Exception {
        linkFailure = new FileSystemException("f", "g", "Operation not supported");
        Files.writeString(folder.resolve("f"), "other");

        assertThatThrownBy(() -> write(false))
                .isInstanceOf(TransferException.class)
                .hasMessage("Destination file exists and overwrite is not enabled");

        assertThat(folder.resolve("f")).hasContent("other");
        assertThat(footprint.isDirty()).isFalse();
    }

    @Test
    void aNameThatAppearedMeanwhileIsNotReplaced() throws Exception {
        linkFailure = new FileAlreadyExistsException("f");
        Files.writeString(folder.resolve("f"), "other");

        assertThatThrownBy(() -> write(false)).hasMessageContaining("file exists");

        assertThat(folder.resolve("f")).hasContent("other");
        assertThat(footprint.isDirty()).isFalse();
    }

    @Test
    void aFileIsReplacedWhereThatIsAllowed() throws Exception {
        Files.writeString(folder.resolve("f"), "other");

        write(true);

        assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(CONTENT);
        assertThat(synced).containsExactly(folder);
    }

    @Test
    void theLastByteIsToldBeforeTheFileIsForcedAndItIsForcedBeforeItIsNamed() throws Exception {
        write(false);

        // From the last byte on the stall timeout does not count: forcing a large file moves none.
        assertThat(order).containsExactly("last byte", "force", "link", "sync");
    }

    @Test
    void aFileThatCannotBeReadDoesNotStayOpen() throws Exception {
        // A folder can be opened but not read.
        Path unreadable = Files.createDirectory(folder.resolve("sub"));
        Relay relay = new Relay(new FilePublisher(unreadable), -1, bytes -> {});
        CompletableFuture<Void> done = new CompletableFuture<>();
        relay.subscribe(new Failing(done));

        assertThatThrownBy(done::get).isInstanceOf(ExecutionException.class);

        assertThat(openFiles()).doesNotContain(unreadable.toRealPath());
    }

    private void write(boolean overwrite) throws Exception {
        Path from = Files.write(Files.createDirectories(folder.resolve("from")).resolve("g"), CONTENT);
        OpenBytes open = new LocalFile(Side.SOURCE, from, "1").open();
        Relay relay = new Relay(open.bytes(), CONTENT.length, bytes -> {});
        relay.onLastByte(() -> order.add("last byte"));
        new LocalFile(Side.DESTINATION, folder.resolve("f"), "1", new TestDisk())
                .write(relay, CONTENT.length, overwrite, footprint);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> path.getFileName().toString())
                    .toList();
        }
    }

    private static List<Path> openFiles() throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> numbers = Files.list(Path.of("/proc/self/fd"))) {
            for (Path number : numbers.toList()) {
                if (Files.isDirectory(number)) {
                    open.add(number.toRealPath());
                }
            }
        }
        return open;
    }

    /// The file system of the test, with links as the test says.
    private final class TestDisk implements Disk {
        @Override
        public void force(FileChannel file) throws IOException {
            order.add("force");
            REAL.force(file);
        }

        @Override
        public void link(Path name, Path file) throws IOException {
            order.add("link");
            if (linkFailure != null) {
                throw linkFailure;
            }
            REAL.link(name, file);
        }

        @Override
        public void sync(Path where) throws IOException {
            REAL.sync(where);
            order.add("sync");
            synced.add(where.normalize());
        }
    }

    /// Waits for the failure of what it reads.
    private record Failing(CompletableFuture<Void> done) implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(ByteBuffer item) {}

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.complete(null);
        }
    }
}
