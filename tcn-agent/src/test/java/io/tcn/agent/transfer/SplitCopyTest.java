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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
}
