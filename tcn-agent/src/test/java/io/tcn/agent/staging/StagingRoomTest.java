// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.staging.StagingRoom.OfFile;
import io.tcn.agent.staging.StagingRoom.OfPipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StagingRoomTest {
    /// 120 bytes for all, 60 for each pipe.
    private final StagingRoom room = new StagingRoom(120, 60);
    private final OfPipe pipe = room.ofPipe();

    private static OfFile written(OfPipe pipe) {
        OfFile file = pipe.ofFile();
        file.written();
        return file;
    }

    @Test
    void aPipeHasItsShareAndNoMore() {
        OfFile file = written(pipe);
        assertThat(file.claim(60)).isDone();
        CompletableFuture<Void> more = file.claim(1);
        assertThat(more).isNotDone();
        assertThat(room.used()).isEqualTo(60);

        file.release(1);
        assertThat(more).isDone();
        assertThat(room.used()).isEqualTo(60);
        assertThat(written(room.ofPipe()).claim(40)).as("of another pipe").isDone();
        assertThat(room.used()).isEqualTo(100);
    }

    @Test
    void filesThatAreNotWrittenYetLeaveHalfToThoseThatAre() {
        OfFile ahead = pipe.ofFile();
        assertThat(ahead.claim(30)).isDone();
        CompletableFuture<Void> more = ahead.claim(1);
        assertThat(more).isNotDone();
        OfFile written = written(pipe);
        assertThat(written.claim(30)).as("asked later, needed sooner").isDone();

        written.close();
        assertThat(more).isNotDone();
        ahead.written();
        assertThat(more).isDone();
    }

    /// Their destinations take nothing, or are held to a bound of a few bits.
    @Test
    void pipesThatHoldWhatTheyHaveLeaveRoomForOthers() {
        for (int i = 0; i < 2; i++) {
            OfFile file = written(room.ofPipe());
            for (int k = 0; k < 12; k++) {
                var _ = file.claim(5);
            }
            OfFile ahead = room.ofPipe().ofFile();
            for (int k = 0; k < 12; k++) {
                var _ = ahead.claim(5);
            }
        }
        assertThat(written(room.ofPipe()).claim(5)).isDone();
        assertThat(room.ofPipe().ofFile().claim(2)).isDone();
    }

    @Test
    void aLargeClaimIsNotOvertakenByASmallOne() {
        OfFile file = written(pipe);
        assertThat(file.claim(50)).isDone();
        CompletableFuture<Void> large = file.claim(20);
        CompletableFuture<Void> small = written(pipe).claim(5);
        assertThat(large).isNotDone();
        assertThat(small).isNotDone();

        file.release(10);
        assertThat(large).isDone();
        assertThat(small).isNotDone();
    }

    @Test
    void aClosedFileGivesEverythingBackAndClaimsNothing() {
        OfFile file = written(pipe);
        assertThat(file.claim(60)).isDone();
        CompletableFuture<Void> waiting = file.claim(60);
        file.close();

        assertThat(waiting).isCancelled();
        assertThat(file.claim(1)).isCancelled();
        file.release(60);
        assertThat(room.used()).isZero();
    }

    @Test
    void whateverHappensTheBoundsHoldAndAllOfItComesBack() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            StagingRoom some = new StagingRoom(100, 60);
            List<OfPipe> pipes = List.of(some.ofPipe(), some.ofPipe(), some.ofPipe());
            List<OfFile> files = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
                if (files.size() < 6) {
                    files.add(pipes.get(random.nextInt(3)).ofFile());
                }
                OfFile file = files.get(random.nextInt(files.size()));
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        var _ = file.claim(1 + random.nextInt(30));
                    }
                    case 2 -> file.release(1 + random.nextInt(30));
                    case 3 -> file.written();
                    default -> {
                        file.close();
                        files.remove(file);
                    }
                }
                assertThat(some.used()).as("seed %s", seed).isBetween(0L, 100L);
                for (OfPipe one : pipes) {
                    assertThat(one.used()).isBetween(0L, 60L);
                }
            }
            files.forEach(OfFile::close);
            assertThat(some.used()).as("seed %s", seed).isZero();
        }
    }
}
