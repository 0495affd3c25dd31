// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.FakeRequest;
import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.StageTotals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What two stages add to a streamed copy. A slow machine makes these slower, which no test minds.
class StagedCopyTest extends PlaneFixture {
    private static final int SIZE = 3_000_000;
    private static final byte[] CONTENT = Orders.bytes(SIZE);

    /// A storage learns of the end of a request a moment after who sent it, and counts two for one.
    private static final int A_MOMENT = 1;

    private static final AgentSettings.Staging SMALL = new AgentSettings.Staging(2 << 20, 1 << 20);

    @BeforeEach
    void aFileAtTheSourceAndLittleRoom() {
        from.put("/f", CONTENT);
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).staging(SMALL));
    }

    private static PipeTuning threads(int read, int write) {
        return new PipeTuning(1, PipeTuning.UNLIMITED_STREAMS, 1, read, 0, write);
    }

    /// Starts copies of `/f` and lets all of them write.
    private void begin(int files, int read, int write) throws InterruptedException {
        for (int i = 0; i < files; i++) {
            plane().start(
                            Orders.copy(from.url("/f"), to.url("/d/" + i))
                                    .threads(read, write)
                                    .build(),
                            heard);
        }
        List<Prepared> prepared = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            prepared.add(heard.next(Prepared.class));
        }
        prepared.forEach(one -> plane().proceed(one.attempt()));
    }

    @Test
    void filesOfAnySizeArriveByAnyNumberOfRequests() throws InterruptedException {
        from.faults().giveParts();
        Random random = new Random(18);
        for (int round = 0; round < 30; round++) {
            int size = 1 + random.nextInt(round % 2 == 0 ? 70_000 : SIZE);
            byte[] content = Orders.bytes(size);
            from.put("/r", content);
            String at = "/d/" + round;
            Orders orders = Orders.copy(from.url("/r"), to.url(at)).threads(random.nextInt(9), 1 + random.nextInt(3));

            Finished finished = finish(orders);

            assertThat(finished.checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(content)));
            assertThat(to.content(at)).as("%s bytes", size).contains(content);
            assertThat(plane().stagedBytes()).isZero();
        }
    }

    @Test
    void aLargeFileIsReadBySeveralRequestsAtOnceAndNotByMore() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).staging(new AgentSettings.Staging(4 << 20, 4 << 20)));
        from.faults().giveParts();
        CountDownLatch three = new CountDownLatch(3);
        from.faults().slowGet(() -> {
            three.countDown();
            awaited(three);
        });

        finish(usual().threads(3, 1));

        assertThat(from.mostAtOnce("GET")).isBetween(3, 3 + A_MOMENT);
        assertThat(to.content("/d/f")).contains(CONTENT);
        StageTotals seen = plane().stages(Orders.PIPE);
        assertThat(seen.readBytes()).isEqualTo(SIZE);
        assertThat(seen.writtenBytes()).isEqualTo(SIZE);
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(SIZE);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSourceThatGivesWholeFilesOnlyIsAskedForThemAndRemembered() throws InterruptedException {
        finish(usual().threads(4, 1));
        finish(Orders.copy(from.url("/f"), to.url("/d/g")).threads(4, 1));

        assertThat(from.requests("GET"))
                .extracting(request -> request.header("Range").isPresent())
                .containsExactly(true, false, false);
        assertThat(to.content("/d/g")).contains(CONTENT);
    }

    @Test
    void aFileThatIsGivenWholeDoesNotDisturbOthersThatAreReadByParts() throws InterruptedException {
        from.put("/whole", CONTENT);
        from.faults().giveParts();
        from.faults().giveWholeOnly("/whole");
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger gets = new AtomicInteger();
        from.faults().slowGet(() -> {
            if (gets.incrementAndGet() == 1) {
                first.countDown();
                awaited(goOn);
            }
        });
        Attempt byParts = usual().threads(1, 1).build();
        plane().start(byParts, heard);
        heard.next(Prepared.class);
        plane().proceed(byParts.id());
        awaited(first);
        finish(Orders.copy(from.url("/whole"), to.url("/d/whole"))
                .on(PipeId.of("other"))
                .threads(1, 1));

        goOn.countDown();

        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aFileOfUnknownSizeIsReadWhole() throws InterruptedException {
        from.faults().giveParts();
        from.faults().hideSize();

        finish(usual().threads(4, 1));

        assertThat(from.requests("GET"))
                .extracting(request -> request.header("Range"))
                .containsExactly(Optional.empty());
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void withoutThreadsItIsOneRequestThatReadsAndOneThatWrites() throws InterruptedException {
        from.faults().giveParts();

        finish(usual());

        assertThat(from.requests("GET")).extracting(FakeRequest::part).containsExactly(Optional.empty());
        assertThat(plane().stages(Orders.PIPE)).isEqualTo(StageTotals.NONE);
    }

    @Test
    void noMoreFilesAreWrittenAtOnceThanThreadsWriteAndTheBufferKeepsToItsBound() throws InterruptedException {
        from.faults().giveParts();
        // 12 files of 24 Mbit at 100 Mbit/s: the destination is the slow one.
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 100e6)));
        int files = 12;
        begin(files, 6, 2);
        long most = 0;
        int finished = 0;
        while (finished < files) {
            most = Math.max(most, plane().stagedBytes());
            if (!heard.isQuiet()) {
                assertThat(heard.next()).isInstanceOf(Finished.class);
                finished++;
            }
            Thread.onSpinWait();
        }

        assertThat(most).isBetween(1L, SMALL.mostBytesOfPipe());
        assertThat(to.mostAtOnce("PUT")).isLessThanOrEqualTo(2 + A_MOMENT);
        assertThat(from.mostAtOnce("GET")).isLessThanOrEqualTo(6 + A_MOMENT);
        assertThat(plane().stages(Orders.PIPE).fullSeconds()).isPositive();
        for (int i = 0; i < files; i++) {
            assertThat(to.content("/d/" + i)).contains(CONTENT);
        }
    }

    @Test
    void filesThatAreReadWholeShareFewPlacesAndAllArrive() throws InterruptedException {
        int files = 8;
        begin(files, 2, 3);
        List<Answer> ends = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            ends.add(heard.next());
        }

        assertThat(ends).allMatch(Finished.class::isInstance);
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void theLastBytesOfAFileThatIsReadWholeMayHaveToWaitForRoom() throws InterruptedException {
        // 1 MB of buffer is full at the end of each of these, and the last bytes begin a piece of their own.
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 100e6)));
        for (int more : List.of(1, 100, 5_000, 16_000)) {
            byte[] content = Orders.bytes(32 * 65_536 + more);
            from.put("/r", content);
            String at = "/d/" + more;

            finish(Orders.copy(from.url("/r"), to.url(at)).threads(1, 1));

            assertThat(to.content(at)).contains(content);
        }
    }

    @Test
    void moreThreadsHelpACopyThatRuns() throws InterruptedException {
        from.faults().giveParts();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch more = new CountDownLatch(1);
        CountDownLatch four = new CountDownLatch(4);
        AtomicInteger gets = new AtomicInteger();
        from.faults().slowGet(() -> {
            if (gets.incrementAndGet() == 1) {
                first.countDown();
                awaited(more);
            } else {
                four.countDown();
                awaited(four);
            }
        });
        Attempt attempt = usual().threads(1, 1).build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        awaited(first);
        assertThat(from.mostAtOnce("GET")).isEqualTo(1);

        plane().tune(Orders.PIPE, threads(4, 1));
        more.countDown();

        heard.next(Finished.class);
        assertThat(from.mostAtOnce("GET")).isBetween(4, 4 + A_MOMENT);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aPartThatBreaksOffFailsTheCopyAndLeavesNothing() throws InterruptedException {
        from.faults().giveParts();
        from.faults().getStopsAfter(SIZE - 10);

        Failed failed = fail(usual().threads(4, 1));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("the source");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void partsOfDifferentStatesOfAFileAreNotPutTogether() throws InterruptedException {
        from.faults().giveParts();
        from.faults().changeTags();

        Failed failed = fail(usual().threads(4, 1));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("changed while it was read");
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aDestinationThatIsFullIsNotTheSourcesFault() throws InterruptedException {
        from.faults().giveParts();
        to.faults().putRoom(100_000);

        Failed failed = fail(usual().threads(4, 1));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("destination", "a full storage does that too");
        assertThat(to.paths()).isEmpty();
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void aCopyThatWaitsToBeWrittenCanBeCancelledAndOthersGoOn() throws InterruptedException {
        from.faults().giveParts();
        CountDownLatch goOn = new CountDownLatch(1);
        to.faults().beforeContinue(() -> {
            to.tell("PUT begins");
            awaited(goOn);
        });
        Attempt one = usual().threads(2, 1).build();
        Attempt other =
                Orders.copy(from.url("/f"), to.url("/d/g")).threads(2, 1).build();
        plane().start(one, heard);
        heard.next(Prepared.class);
        plane().proceed(one.id());
        to.await("PUT begins");
        plane().start(other, heard);
        heard.next(Prepared.class);
        plane().proceed(other.id());

        plane().cancel(other.id());
        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        goOn.countDown();

        assertThat(heard.next(Finished.class).attempt()).isEqualTo(one.id());
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void aSourceThatHangsWhileItsFileWaitsGivesItsPlaceBack() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).staging(SMALL).stallTimeout(Duration.ofSeconds(3)));
        from.faults().giveParts();
        from.faults().getHangsAfter(0);

        assertThat(fail(usual().threads(1, 1)).failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        from.faults().getHangsAfter(Integer.MAX_VALUE);

        finish(Orders.copy(from.url("/f"), to.url("/d/g")).threads(1, 1));
        assertThat(to.content("/d/g")).contains(CONTENT);
    }
}
