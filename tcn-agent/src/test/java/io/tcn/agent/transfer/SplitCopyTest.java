// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.FakeRequest;
import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.ShapedBound;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A streamed copy of one large file with several connections: as many requests read it.
class SplitCopyTest extends PlaneFixture {
    private static final int SIZE = 40_000_000;
    private static final byte[] CONTENT = Orders.bytes(SIZE);

    @BeforeEach
    void aLargeFileAtTheSource() {
        from.put("/f", CONTENT);
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
    }

    private Attempt prepared(Orders orders) throws InterruptedException {
        Attempt attempt = orders.build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        return attempt;
    }

    private List<Optional<FakeRequest.Part>> parts() {
        return from.requests("GET").stream().map(FakeRequest::part).toList();
    }

    @Test
    void itSaysHowManyConnectionsItCouldUse() throws InterruptedException {
        Attempt attempt = usual().build();
        plane().start(attempt, heard);

        assertThat(heard.next(Prepared.class).connections()).isEqualTo(8);
        assertThat(plane().adjust(attempt.id(), 3)).isEqualTo(3);
        assertThat(plane().adjust(attempt.id(), 20)).isEqualTo(8);
        plane().cancel(attempt.id());
        heard.next();
    }

    @Test
    void severalRequestsReadWhatIsGivenSeveralConnections() throws InterruptedException {
        from.faults().giveParts();
        CountDownLatch four = new CountDownLatch(4);
        // Slow enough that the file is not through before the others begin.
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 160e6)));
        from.faults().slowGet(four::countDown);
        Attempt attempt = prepared(usual());
        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(4);

        plane().proceed(attempt.id());
        assertThat(four.await(10, TimeUnit.SECONDS)).isTrue();

        Finished finished = heard.next(Finished.class);
        assertThat(finished.checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(CONTENT)));
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(parts().getFirst()).isEmpty();
        assertThat(parts()).filteredOn(Optional::isPresent).hasSizeGreaterThan(3);
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(SIZE);
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void connectionsThatComeLaterHelpToo() throws InterruptedException {
        from.faults().giveParts();
        CountDownLatch first = new CountDownLatch(1);
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 160e6)));
        from.faults().slowGet(first::countDown);
        Attempt attempt = prepared(usual());
        plane().proceed(attempt.id());
        assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(plane().adjust(attempt.id(), 3)).isEqualTo(3);

        heard.next(Finished.class);
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(parts()).filteredOn(Optional::isPresent).isNotEmpty();
    }

    @Test
    void aSourceThatGivesWholeFilesOnlyIsReadByOneRequest() throws InterruptedException {
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 160e6)));
        Attempt attempt = prepared(usual());
        var _ = plane().adjust(attempt.id(), 4);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(from.requests("GET")).hasSizeBetween(1, 2);
        Attempt next = usual().build();
        plane().start(Orders.copy(from.url("/f"), to.url("/d/g")).build(), heard);
        assertThat(next.connections()).isEqualTo(1);
        assertThat(heard.next(Prepared.class).connections()).isEqualTo(1);
    }

    @Test
    void theTransferMaySayHowManyAtMost() throws InterruptedException {
        Attempt attempt = usual().maxStreams(2).build();
        plane().start(attempt, heard);

        assertThat(heard.next(Prepared.class).connections()).isEqualTo(2);
        assertThat(plane().adjust(attempt.id(), 8)).isEqualTo(2);
        plane().cancel(attempt.id());
        heard.next();
        Attempt alone = usual().maxStreams(1).build();
        plane().start(alone, heard);
        assertThat(heard.next(Prepared.class).connections()).isEqualTo(1);
        assertThat(plane().adjust(alone.id(), 8)).isEqualTo(1);
        plane().cancel(alone.id());
        heard.next();
    }

    /// Nobody would give what it does not use to others, who does not know it.
    @Test
    void aCopyThatCannotUseItsConnectionsSaysSo() throws InterruptedException {
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 160e6)));
        Attempt attempt = prepared(usual());
        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(4);
        assertThat(plane().progressOf(attempt.id()).orElseThrow().connections()).isEqualTo(4);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(heard.used()).containsExactly(1);
    }

    @Test
    void aCopyThatUsesThemSaysNothing() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        Attempt attempt = prepared(usual());
        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(4);
        assertThat(plane().adjust(attempt.id(), 2)).isEqualTo(2);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(heard.used()).isEmpty();
    }

    @Test
    void withOneConnectionItIsOneRequest() throws InterruptedException {
        from.faults().giveParts();

        finish(usual());

        assertThat(parts()).containsExactly(Optional.empty());
    }

    @Test
    void smallFilesHaveOne() throws InterruptedException {
        from.put("/small", Orders.bytes(1_000_000));
        Attempt attempt = Orders.copy(from.url("/small"), to.url("/d/s")).build();
        plane().start(attempt, heard);

        assertThat(heard.next(Prepared.class).connections()).isEqualTo(1);
        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(1);
        plane().cancel(attempt.id());
        heard.next();
    }

    @Test
    void aPartThatBreaksOffFailsTheCopyAndLeavesNothing() throws InterruptedException {
        from.faults().giveParts();
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 160e6)));
        from.faults().getStopsAfter(SIZE - 10);
        Attempt attempt = prepared(usual());
        var _ = plane().adjust(attempt.id(), 4);
        plane().proceed(attempt.id());

        Failed failed = heard.next(Failed.class);

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(to.paths()).isEmpty();
        assertThat(plane().stagedBytes()).isZero();
    }

    @Test
    void aCopyThatIsCancelledGivesItsRoomBack() throws InterruptedException {
        from.faults().giveParts();
        CountDownLatch three = new CountDownLatch(3);
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), 16e6)));
        from.faults().slowGet(three::countDown);
        Attempt attempt = prepared(usual());
        var _ = plane().adjust(attempt.id(), 4);
        plane().proceed(attempt.id());
        assertThat(three.await(10, TimeUnit.SECONDS)).isTrue();

        plane().cancel(attempt.id());

        assertThat(heard.next()).isInstanceOf(RecordingListener.Canceled.class);
        assertThat(to.paths()).isEmpty();
        assertThat(plane().stagedBytes()).isZero();
    }

    /// They go on to the end of their parts, and what others began in their place would be too many for a storage.
    @Test
    void requestsThatAreUnderWayCountUntilTheyAreOver() throws InterruptedException {
        from.faults().giveParts();
        // The first request takes four seconds to where the parts begin: it is not over before they are looked at.
        slowly(8e6);
        CountDownLatch four = new CountDownLatch(4);
        Semaphore goOn = new Semaphore(0);
        AtomicInteger gets = new AtomicInteger();
        from.faults().slowGet(() -> {
            four.countDown();
            if (gets.incrementAndGet() > 1) {
                awaitUninterrupted(goOn);
            }
        });
        Attempt attempt = withConnections(4);
        assertThat(four.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(plane().adjust(attempt.id(), 1)).isEqualTo(4);
        assertThat(plane().adjust(attempt.id(), 2)).isEqualTo(4);
        assertThat(plane().adjust(attempt.id(), 1)).isEqualTo(4);
        assertThat(heard.used()).isEmpty();
        assertThat(plane().countedFor(attempt.id())).isEqualTo(4);
        slowly(80e6);
        for (int left : List.of(3, 2, 1)) {
            goOn.release();
            awaitUsed(left);
        }
        goOn.release(1_000);

        assertArrived();
        assertThat(heard.used()).containsExactly(3, 2, 1);
    }

    /// Waits until a number of connections is the last that was told; how many are told in between is not asked.
    private void awaitUsed(int connections) throws InterruptedException {
        for (int i = 0; i < 2000 && (heard.used().isEmpty() || heard.used().getLast() != connections); i++) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static void awaitUninterrupted(Semaphore permits) {
        try {
            var _ = permits.tryAcquire(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The bytes that reach the destination come so slowly that the file is not through before its parts begin.
    private void slowly(double bps) {
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), bps)));
    }

    private Attempt withConnections(int connections) throws InterruptedException {
        Attempt attempt = prepared(usual());
        assertThat(plane().adjust(attempt.id(), connections)).isEqualTo(connections);
        plane().proceed(attempt.id());
        return attempt;
    }

    private void assertArrived() throws InterruptedException {
        heard.next(Finished.class);
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(plane().stagedBytes()).isZero();
        assertThat(parts()).filteredOn(Optional::isPresent).isNotEmpty();
    }

    @Test
    void theRequestForAllOfItCountsAmongTheConnections() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);

        withConnections(3);

        assertArrived();
        // A storage learns of the end of a request a moment after who sent it, and counts two for one.
        assertThat(from.mostAtOnce("GET")).isBetween(2, 3);
    }

    @Test
    void aCopyThatIsReadByOneRequestSaysSo() throws InterruptedException {
        slowly(80e6);
        Attempt attempt = withConnections(4);

        for (int i = 0; i < 1000 && plane().adjust(attempt.id(), 4) != 1; i++) {
            TimeUnit.MILLISECONDS.sleep(5);
        }

        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(1);
        assertThat(plane().adjust(attempt.id(), 2)).isEqualTo(1);
        plane().cancel(attempt.id());
        heard.next();
    }

    @Test
    void partsThatBreakOffAreAskedForAgain() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        from.faults().breakParts(3);

        withConnections(4);

        assertArrived();
    }

    @Test
    void partsThatAreRefusedForAMomentAreAskedForAgain() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        from.faults().refuseParts(3);

        withConnections(4);

        assertArrived();
    }

    @Test
    void aSourceThatTakesFewRequestsIsAskedWithFewer() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        from.faults().takeAtOnce(2);

        Attempt attempt = withConnections(8);

        assertArrived();
        awaitGone(attempt);
        assertThat(plane().adjust(attempt.id(), 8)).isZero();
    }

    /// Its end is told a moment before it is gone.
    private void awaitGone(Attempt attempt) throws InterruptedException {
        for (int i = 0; i < 2000 && plane().isUnderWay(attempt.id()); i++) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void aSourceMayGiveOnlyTheBeginningOfAPart() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        from.faults().giveAtMost(700_000);

        withConnections(4);

        assertArrived();
    }

    private void replacedAfter(int gets, String before, String after) throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        AtomicInteger count = new AtomicInteger();
        from.faults().state(() -> count.getAndIncrement() < gets ? before : after);

        Attempt attempt = withConnections(4);
        Failed failed = heard.next(Failed.class);

        assertThat(failed.attempt()).isEqualTo(attempt.id());
        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void whatIsReadInOtherStatesIsNotPutTogether() throws InterruptedException {
        replacedAfter(3, "ETag: W/\"1\"\r\n", "ETag: W/\"2\"\r\n");
    }

    @Test
    void timesTellStatesToo() throws InterruptedException {
        replacedAfter(
                3,
                "Last-Modified: Wed, 25 Nov 2026 10:00:00 GMT\r\n",
                "Last-Modified: Wed, 25 Nov 2026 10:00:01 GMT\r\n");
    }

    @Test
    void partsThatAreCodedInAnotherWayAreNotPutTogether() throws InterruptedException {
        replacedAfter(3, "", "Content-Encoding: gzip\r\n");
    }

    @Test
    void afterPartsThatDoNotFitTheNextAttemptAsksForAll() throws InterruptedException {
        replacedAfter(3, "ETag: \"1\"\r\n", "ETag: \"2\"\r\n");

        Attempt next = usual().build();
        plane().start(next, heard);

        assertThat(heard.next(Prepared.class).connections()).isEqualTo(1);
        plane().cancel(next.id());
        heard.next();
    }

    @Test
    void aFirstPartOfAnotherStateLeavesAllToTheFirstRequest() throws InterruptedException {
        from.faults().giveParts();
        slowly(160e6);
        AtomicInteger count = new AtomicInteger();
        from.faults().state(() -> "ETag: \"" + count.getAndIncrement() + "\"\r\n");

        withConnections(4);

        heard.next(Finished.class);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void filesThatAreReadByPartsKeepToTheRoomOfTheirPipe() throws InterruptedException {
        AgentSettings.Staging room = new AgentSettings.Staging(16 << 20, 2 << 20);
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).staging(room));
        from.faults().giveParts();
        slowly(400e6);
        int files = 3;
        for (int i = 0; i < files; i++) {
            Attempt attempt = prepared(Orders.copy(from.url("/f"), to.url("/d/" + i)));
            var _ = plane().adjust(attempt.id(), 4);
            plane().proceed(attempt.id());
        }
        long most = 0;
        for (int finished = 0; finished < files; ) {
            most = Math.max(most, plane().stagedBytes());
            if (!heard.isQuiet()) {
                assertThat(heard.next()).isInstanceOf(Finished.class);
                finished++;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }

        assertThat(most).isBetween(1L, room.mostBytesOfPipe());
        assertThat(plane().stagedBytes()).isZero();
        assertThat(to.content("/d/2")).contains(CONTENT);
    }

    private void withATokenFor(Duration time) {
        String claims = "{\"exp\":" + Instant.now().plus(time).getEpochSecond() + "}";
        String token = "e30."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.US_ASCII))
                + ".";
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).tokens((transfer, side) -> Optional.of(token)));
        from.faults().giveParts();
    }

    @Test
    void aFileWhoseTokenEndsSoonIsReadByTheRequestThatRuns() throws InterruptedException {
        withATokenFor(Duration.ofSeconds(50));
        slowly(160e6);

        withConnections(4);

        heard.next(Finished.class);
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(parts()).containsExactly(Optional.empty());
    }

    @Test
    void aTokenThatLastsLetsSeveralRead() throws InterruptedException {
        withATokenFor(Duration.ofHours(1));
        slowly(80e6);

        withConnections(4);

        assertArrived();
    }
}
