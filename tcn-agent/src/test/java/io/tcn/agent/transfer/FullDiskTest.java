// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The machine's own disk has no room: a file system of 1 MiB in memory, which only root may mount. Skipped where that
/// is not allowed.
class FullDiskTest extends PlaneFixture {
    private static final byte[] LARGE = Orders.bytes(3_000_000);
    private static final byte[] SMALL = Orders.bytes(100_000);

    private final Path full;
    private final Path roomy;
    private boolean isMounted;

    FullDiskTest(@TempDir Path folder) {
        this.full = folder.resolve("full");
        this.roomy = folder.resolve("roomy");
    }

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        Files.createDirectories(full);
        Files.createDirectories(roomy);
        isMounted = isDone("mount", "-t", "tmpfs", "-o", "size=1m", "none", full.toString());
        assumeThat(isMounted)
                .as("a file system of 1 MiB can be mounted: that needs root")
                .isTrue();
        from.put("/large", LARGE);
        from.put("/small", SMALL);
        with(settings -> settings.fileRoots(List.of(full, roomy)));
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (isMounted) {
            assertThat(isDone("umount", "--lazy", full.toString())).isTrue();
        }
    }

    private static boolean isDone(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Orders copy(String source, Path destination) {
        return Orders.copy(from.url(source), destination.toUri());
    }

    @Test
    void aCopyThatFindsNoRoomSaysSoAndLeavesNothing() throws Exception {
        Failed failed = fail(copy("/large", full.resolve("large")));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_NO_SPACE);
        assertThat(failed.failure().message()).contains("no space left", "large");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(filesIn(full)).isEmpty();

        // There is room again for one that fits.
        finish(copy("/small", full.resolve("small")));
        assertThat(Files.readAllBytes(full.resolve("small"))).isEqualTo(SMALL);
    }

    @Test
    void aFileThatWasThereStaysWhole() throws Exception {
        Path there = Files.write(full.resolve("there"), SMALL);

        assertThat(fail(copy("/large", there).overwriting()).failure().code())
                .isEqualTo(ErrorCode.DESTINATION_NO_SPACE);

        assertThat(Files.readAllBytes(there)).isEqualTo(SMALL);
        assertThat(filesIn(full)).containsExactly("there");
    }

    @Test
    void copiesElsewhereGoOn() throws Exception {
        Attempt toFull = copy("/large", full.resolve("large")).build();
        Attempt toRoomy = copy("/large", roomy.resolve("large")).build();
        plane().start(toFull, heard);
        plane().start(toRoomy, heard);

        Map<AttemptId, Answer> ends = new HashMap<>();
        while (ends.size() < 2) {
            Answer answer = heard.next();
            if (answer instanceof Prepared prepared) {
                plane().proceed(prepared.attempt());
            } else {
                ends.put(answer.attempt(), answer);
            }
        }

        assertThat(ends.get(toFull.id()))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_NO_SPACE));
        assertThat(ends.get(toRoomy.id()))
                .isInstanceOfSatisfying(
                        Finished.class,
                        finished -> assertThat(finished.checksum())
                                .isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(LARGE))));
        assertThat(Files.readAllBytes(roomy.resolve("large"))).isEqualTo(LARGE);
    }
}
