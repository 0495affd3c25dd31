// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.FakeRequest;
import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamedCopyTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(3_000_000);

    @BeforeEach
    void aFileAtTheSourceAndNoThirdPartyCopy() {
        from.put("/f", CONTENT);
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
    }

    @Test
    void theBytesGoThroughUs() throws InterruptedException {
        Finished finished = finish(usual());

        assertThat(finished.sizeBytes()).isEqualTo(CONTENT.length);
        assertThat(finished.checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(CONTENT)));
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(CONTENT.length);
        assertThat(to.requests("PUT").getFirst().header("Expect")).contains("100-continue");
        assertThat(to.requests("PUT").getFirst().header("If-None-Match")).contains("*");
        assertThat(to.requests("PUT").getFirst().header("Content-Length")).contains("3000000");
        assertThat(to.requests("OPTIONS")).isEmpty();
    }

    @Test
    void sixtyFourMebibytesArrive() throws InterruptedException {
        byte[] large = Orders.bytes(64 << 20);
        from.put("/f", large);

        assertThat(finish(usual()).checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(large)));
    }

    @Test
    void anEmptyFileIsCopied() throws InterruptedException {
        from.put("/f", new byte[0]);

        assertThat(finish(usual()).checksum()).isEqualTo(Checksum.adler32(1));
        assertThat(to.content("/d/f")).contains(new byte[0]);
    }

    @Test
    void aFolderIsMadeBeforeAPutOfWhichTheBytesWouldBeLost() throws InterruptedException {
        to.faults().wantFolders();

        finish(usual());
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("PUT")).hasSize(2);
        assertThat(to.requests("MKCOL")).hasSize(1);
    }

    /// Another user may make it, and the storage wants it before the bytes.
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aFolderThatOneMayNotMakeIsNotTakenForOneThatIsThere(int status) throws InterruptedException {
        to.faults().refuse("MKCOL", status, "");
        finish(usual());
        to.faults().allow("MKCOL");
        to.faults().wantFolders();

        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("PUT")).hasSize(2);
    }

    /// It may be gone since.
    @ParameterizedTest
    @ValueSource(ints = {404, 409, 500})
    void afterARefusalOfTheBytesTheFolderIsAskedForAgain(int status) throws InterruptedException {
        to.faults().spoil();
        to.faults().answerPut(status, "");

        fail(usual());
        fail(usual());

        assertThat(to.requests("MKCOL")).hasSize(2);
    }

    @Test
    void aSourceThatDiesLeavesNothing() throws InterruptedException {
        from.faults().getStopsAfter(1_000_000);

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("source");
        assertThat(failed.destinationClean()).isTrue();
        to.await("DELETE done");
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aSourceThatAnnouncesAnotherSizeThanItsHeadIsRefused() throws InterruptedException {
        from.faults().getAnnouncesMore(5);

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SOURCE_SIZE_MISMATCH);
        assertThat(to.requests("PUT")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "403, no, DESTINATION_PERMISSION",
        "507, full, DESTINATION_NO_SPACE",
        "429, request quota exceeded, DESTINATION_UNAVAILABLE",
        "503, request quota exceeded, DESTINATION_UNAVAILABLE",
        "413, too large, DESTINATION_NO_SPACE",
        "500, Unable to write; no space left on device, DESTINATION_NO_SPACE",
        "500, trouble, DESTINATION_UNAVAILABLE"
    })
    void aPutThatIsRefusedBeforeItsBodyTouchesNothing(int status, String text, ErrorCode code)
            throws InterruptedException {
        to.faults().refuse("PUT", status, text);

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(code);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void aPreconditionThatFailsMeansThatTheFileExistsAndStays() throws InterruptedException {
        to.faults().answerPut(412, "");

        Failed failed = fail(usual());

        assertThat(failed.failure().toReason())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void aPutThatFailsAfterItsBodyIsRemoved() throws InterruptedException {
        to.faults().answerPut(507, "");

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_NO_SPACE);
        assertThat(to.paths()).isEmpty();
    }

    /// A quota, or a right that ended meanwhile: the storage may have kept what it got.
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 405, 409})
    void soIsOneThatIsRefusedAfterItsBody(int status) throws InterruptedException {
        to.faults().spoil();
        to.faults().answerPut(status, "");

        assertThat(fail(usual()).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    /// An empty file had been the result.
    @Test
    void whatASourceSaysOfAFileBeforeItMakesItIsNotBelieved() throws InterruptedException {
        from.faults().makeOnDemand();
        from.faults().digestHeader("");

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    /// A page that asks for a login had been the result.
    @Test
    void aSourceThatTellsNoSizeIsHeldToTheOneThatWasGiven() throws InterruptedException {
        from.faults().hideSize();

        assertThat(fail(usual().sizeBytes(3_000_001)).failure().code()).isEqualTo(ErrorCode.SOURCE_SIZE_MISMATCH);
        assertThat(to.requests("PUT")).isEmpty();
        finish(usual().sizeBytes(3_000_000));
    }

    @Test
    void soIsOneThatDoesNotTellItWhenItIsReadEither() throws InterruptedException {
        from.faults().hideSize();
        from.faults().makeOnDemand();

        Failed failed = fail(usual().sizeBytes(3_000_001));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(to.paths()).isEmpty();
    }

    /// RFC 9110, section 10.1.1.
    @Test
    void aStorageThatWillNotBeAskedWhetherItWantsTheFileGetsItUnasked() throws InterruptedException {
        to.faults().refuseExpectations();

        finish(usual());
        finish(usual().overwriting());

        assertThat(to.requests("PUT")).hasSize(3);
    }

    @Test
    void aFullDiskThatJustHangsUpIsAnInterruption() throws InterruptedException {
        to.faults().putRoom(100_000);

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("a full storage does that too");
        assertThat(to.paths()).isEmpty();
    }

    /// It was restarted while it was asked whether it wants the file: nobody would know the empty file for ours later.
    @Test
    void anEmptyFileOfAStorageThatDiesBeforeItSaysContinueIsRemoved() throws InterruptedException {
        to.faults().dieBeforeContinue();

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.requests("DELETE")).hasSize(1);
        assertThat(to.paths()).isEmpty();
        finish(usual());
    }

    @Test
    void aRedirectedPutGoesToWhereItIsSent() throws InterruptedException {
        to.faults().redirectNextPut(to.url("/d/f?pool=1"));

        finish(usual());

        assertThat(to.requests("PUT")).extracting(FakeRequest::target).containsExactly("/d/f", "/d/f?pool=1");
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void soItDoesWithANameThatIsNotAscii() throws InterruptedException {
        to.faults().redirectNextPut(to.url("/d/run\u00fc?pool=1"));

        finish(Orders.copy(from.url("/f"), to.url("/d/run%C3%BC")));

        assertThat(to.requests("PUT"))
                .extracting(FakeRequest::target)
                .containsExactly("/d/run%C3%BC", "/d/run%C3%BC?pool=1");
    }

    @Test
    void aStorageThatNeverSaysContinueIsAskedWithoutAndRemembered() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).goAheadTimeout(Duration.ofMillis(200)));
        to.faults().neverContinue();

        finish(usual());
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("PUT"))
                .extracting(put -> put.header("Expect").isPresent())
                .containsExactly(true, false, false);
    }

    @Test
    void anUploadThatBeganWhileThisServerStoodStillBeginsAnew() throws InterruptedException {
        AtomicInteger puts = new AtomicInteger();
        to.faults().beforeContinue(() -> {
            if (puts.incrementAndGet() == 1) {
                clock.advance(Duration.ofSeconds(7));
            }
        });

        finish(usual());

        // It was not the storage that was late: the second is asked as the first.
        assertThat(to.requests("PUT"))
                .extracting(put -> put.header("Expect").isPresent())
                .containsExactly(true, true);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void otherBytesAtTheDestinationAreRemoved() throws InterruptedException {
        to.faults().spoil();

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aDigestInAnotherAlgorithmIsPassedOver() throws InterruptedException {
        from.faults().digestHeader("sha-256=AAAA");
        to.faults().digestHeader("md5=XrY7u+Ae7tCTyyK7j1rNww==");

        assertThat(finish(usual()).checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(CONTENT)));
    }

    @Test
    void aDestinationThatMustProveItsChecksumAndCannotIsRemoved() throws InterruptedException {
        to.faults().digestHeader("");

        Failed failed = fail(usual().mode(ChecksumMode.TARGET));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_CHECKSUM_UNAVAILABLE);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aTransferCanBeCancelledInTheMiddle() throws InterruptedException {
        from.faults().getHangsAfter(1_000_000);
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        from.await("GET stopped");

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        from.await("client gone");
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void aFileThatAppearsAfterItsUploadWasGivenUpIsRemovedToo() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).goAheadTimeout(Duration.ofMinutes(1)));
        to.faults().neverContinue();
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        to.await("not continuing");
        clock.meanwhile(() -> to.put("/d/f", new byte[10]));

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(clock.pauses()).isNotEmpty();
        assertThat(to.paths()).isEmpty();
    }

    /// A gateway has given up, and the storage behind it has not: it makes the file of what it got.
    @ParameterizedTest
    @ValueSource(ints = {408, 502, 504})
    void soIsOneThatAppearsAfterAGatewayGaveItsUploadUp(int status) throws InterruptedException {
        to.faults().afterPut(() -> to.remove("/d/f"));
        to.faults().answerPut(status, "");
        clock.meanwhile(() -> to.put("/d/f", new byte[10]));

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isTrue();
        assertThat(clock.paused()).isEqualTo(Duration.ofSeconds(10));
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void soIsAnEmptyOne() throws InterruptedException {
        from.put("/f", new byte[0]);
        from.faults().digestHeader("");
        to.faults().digestHeader("");
        to.faults().afterPut(() -> to.remove("/d/f"));
        to.faults().answerPut(504, "");
        clock.meanwhile(() -> to.put("/d/f", new byte[0]));

        assertThat(fail(usual()).destinationClean()).isTrue();
        assertThat(clock.pauses()).isNotEmpty();
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aSourceThatStandsStillIsGivenUp() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF).stallTimeout(Duration.ofMillis(300)));
        from.faults().getHangsAfter(1_000_000);

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void closingThePlaneFailsWhatRunsAsRestarted() throws InterruptedException {
        from.faults().getHangsAfter(1_000_000);
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        from.await("GET stopped");

        plane().close();

        assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
    }
}
