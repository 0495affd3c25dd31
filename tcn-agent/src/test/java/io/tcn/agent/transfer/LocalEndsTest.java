// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalEndsTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(1_000_000);
    private static final Checksum RIGHT = new Checksum("ADLER32", FakeXrootd.adler32(CONTENT));

    private final Path folder;
    private final Path root;
    private final Path file;

    LocalEndsTest(@TempDir Path folder) {
        this.folder = folder;
        this.root = folder.resolve("root");
        this.file = root.resolve("f");
    }

    @BeforeEach
    void aRootWithAFile() throws IOException {
        Files.createDirectories(root);
        Files.write(file, CONTENT);
        from.put("/f", CONTENT);
        with(settings -> settings.fileRoots(List.of(root)));
    }

    @Test
    void aLocalFileIsCopiedToALocalFile() throws Exception {
        Path sub = root.resolve("new/folder");
        Path copy = sub.resolve("g");

        assertThat(finish(Orders.copy(file.toUri(), copy.toUri())).checksum()).isEqualTo(RIGHT);

        assertThat(Files.readAllBytes(copy)).isEqualTo(CONTENT);
        assertThat(leftIn(sub)).containsExactly("g");
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(CONTENT.length);
    }

    @Test
    void whatAPipeHasMovedIsForgottenWithIt() throws Exception {
        finish(Orders.copy(file.toUri(), root.resolve("one").toUri()));

        plane().forget(Orders.PIPE);

        assertThat(plane().movedBytes(Orders.PIPE)).isZero();
        finish(Orders.copy(file.toUri(), root.resolve("two").toUri()));
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(CONTENT.length);
    }

    @Test
    void aLocalFileIsUploaded() throws InterruptedException {
        assertThat(finish(Orders.copy(file.toUri(), to.url("/d/f"))).checksum()).isEqualTo(RIGHT);

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aRemoteFileIsDownloaded() throws Exception {
        Path copy = root.resolve("g");

        assertThat(finish(Orders.copy(from.url("/f"), copy.toUri()).mode(ChecksumMode.BOTH))
                        .checksum())
                .isEqualTo(RIGHT);

        assertThat(Files.readAllBytes(copy)).isEqualTo(CONTENT);
    }

    @Test
    void emptyFilesAreCopiedEachWay() throws Exception {
        Files.write(file, new byte[0]);
        from.put("/f", new byte[0]);

        finish(Orders.copy(file.toUri(), root.resolve("a").toUri()));
        finish(Orders.copy(from.url("/f"), root.resolve("b").toUri()));
        finish(Orders.copy(file.toUri(), to.url("/c")));

        assertThat(root.resolve("a")).isEmptyFile();
        assertThat(root.resolve("b")).isEmptyFile();
        assertThat(to.content("/c")).contains(new byte[0]);
    }

    @Test
    void aDownloadThatBreaksLeavesNothing() throws Exception {
        from.faults().getStopsAfter(1000);

        Failed failed = fail(Orders.copy(from.url("/f"), root.resolve("g").toUri()));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(leftIn(root)).containsExactly("f");
    }

    @Test
    void anExistingFileIsKept() throws Exception {
        Path copy = Files.writeString(root.resolve("g"), "old");

        assertThat(fail(Orders.copy(file.toUri(), copy.toUri())).failure().code())
                .isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(copy).hasContent("old");
    }

    @Test
    void anExistingFileIsReplacedWhereThatIsAllowed() throws Exception {
        Path copy = Files.writeString(root.resolve("g"), "old");

        finish(Orders.copy(file.toUri(), copy.toUri()).overwriting());

        assertThat(Files.readAllBytes(copy)).isEqualTo(CONTENT);
    }

    @Test
    void aFailedOverwriteKeepsTheOldFile() throws Exception {
        Path copy = Files.writeString(root.resolve("g"), "old");
        from.faults().getStopsAfter(1000);

        fail(Orders.copy(from.url("/f"), copy.toUri()).overwriting());

        assertThat(copy).hasContent("old");
    }

    @Test
    void aFolderIsNoSourceAndNoDestination() throws Exception {
        Files.createDirectories(root.resolve("sub"));

        assertThat(fail(Orders.copy(URI.create("file://" + root.resolve("sub")), to.url("/x")))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.SOURCE_IS_DIRECTORY);
        assertThat(fail(Orders.copy(file.toUri(), URI.create("file://" + root.resolve("sub")))
                                .overwriting())
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.DESTINATION_IS_DIRECTORY);
    }

    @Test
    void aMissingFileIsReported() throws InterruptedException {
        assertThat(fail(Orders.copy(root.resolve("none").toUri(), to.url("/x")))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void pathsOutsideTheRootsAreRefused() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "x");
        Path link = Files.createSymbolicLink(root.resolve("link"), folder);

        assertThat(codeOf(secret.toString())).isEqualTo(ErrorCode.OUTSIDE_ROOTS);
        assertThat(codeOf(root + "/../secret")).isEqualTo(ErrorCode.OUTSIDE_ROOTS);
        assertThat(codeOf(link + "/secret")).isEqualTo(ErrorCode.OUTSIDE_ROOTS);
        assertThat(fail(Orders.copy(file.toUri(), URI.create("file://" + link + "/new")))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.OUTSIDE_ROOTS);
        assertThat(fail(Orders.copy(file.toUri(), URI.create("file://" + root + "/none/../../new")))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.OUTSIDE_ROOTS);
        assertThat(leftIn(folder)).containsExactlyInAnyOrder("root", "secret");
    }

    @Test
    void withoutRootsEveryFileIsRefused() throws InterruptedException {
        with(settings -> settings);

        assertThat(codeOf(file.toString())).isEqualTo(ErrorCode.OUTSIDE_ROOTS);
    }

    private ErrorCode codeOf(String path) throws InterruptedException {
        return fail(Orders.copy(URI.create("file://" + path), to.url("/x")))
                .failure()
                .code();
    }

    private static List<String> leftIn(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }
}
