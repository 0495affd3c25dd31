// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreparationTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(10_000);
    private static final Checksum RIGHT = new Checksum("ADLER32", FakeXrootd.adler32(CONTENT));
    private static final Checksum WRONG = new Checksum("ADLER32", "1");

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    @Test
    void nothingIsWrittenBeforeProceed() throws InterruptedException {
        Attempt attempt = usual().build();
        plane().start(attempt, heard);

        Prepared prepared = heard.next(Prepared.class);

        assertThat(prepared.sizeBytes()).isEqualTo(10_000);
        assertThat(prepared.connections()).isEqualTo(1);
        assertThat(to.requests()).extracting(request -> request.method()).containsOnly("HEAD");
    }

    @Test
    void aMissingSourceIsReported() throws InterruptedException {
        from.remove("/f");

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
        assertThat(failed.failure().message()).contains(from.url("/f").toString());
    }

    @Test
    void aQueryNeverAppearsInAMessage() throws InterruptedException {
        Failed failed = fail(Orders.copy(from.url("/none?authz=secret"), to.url("/d/f")));

        assertThat(failed.failure().message()).doesNotContain("secret");
    }

    @Test
    void aSourceThatIsDownIsWorthAnotherTry() throws InterruptedException, IOException {
        from.close();

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
        assertThat(failed.failure().code().isRetryable()).isTrue();
        assertThat(failed.failure().message()).contains("cannot connect");
    }

    @Test
    void anExistingDestinationIsRefusedInFtsWords() throws InterruptedException {
        to.put("/d/f", CONTENT);

        Failed failed = fail(usual());

        assertThat(failed.failure().toReason())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aFolderIsNeverOverwritten() throws InterruptedException {
        to.put("/d/f/inside", CONTENT);

        Failed failed = fail(usual().overwriting());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_IS_DIRECTORY);
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void aSourceWithAnotherChecksumThanGivenIsRefused() throws InterruptedException {
        assertThat(fail(usual().checksum(WRONG)).failure().code()).isEqualTo(ErrorCode.SOURCE_CHECKSUM_MISMATCH);
        assertThat(to.requests("COPY")).isEmpty();
    }

    @Test
    void aSourceWithAnotherSizeThanGivenIsRefused() throws InterruptedException {
        assertThat(fail(usual().sizeBytes(9)).failure().code()).isEqualTo(ErrorCode.SOURCE_SIZE_MISMATCH);
    }

    /// Behind the slash is a list of what is in it.
    @Test
    void aSourceThatIsSentToItselfWithASlashIsAFolder() throws InterruptedException {
        from.faults().refuse("HEAD", 301, "");
        from.faults().refuseWith("Location", from.url("/f/").toString());

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SOURCE_IS_DIRECTORY);
    }

    /// Of a size that is no number the client itself makes a failure.
    @Test
    void aSizeThatIsNoneIsNotKnown() throws InterruptedException {
        from.faults().tellSize(-5);
        plane().start(usual().build(), heard);

        assertThat(heard.next(Prepared.class).sizeBytes()).isEqualTo(-1);
    }

    @Test
    void aSourceThatMustProveItsChecksumAndCannotIsRefused() throws InterruptedException {
        from.faults().digestHeader("");

        assertThat(fail(usual().checksum(RIGHT).mode(ChecksumMode.BOTH))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.SOURCE_CHECKSUM_UNAVAILABLE);
    }

    @Test
    void aSourceThatCannotTellItsChecksumIsCopiedAllTheSameWhereThatIsAllowed() throws InterruptedException {
        from.faults().digestHeader("");

        assertThat(finish(usual().checksum(RIGHT)).checksum()).isEqualTo(RIGHT);
    }

    @Test
    void aChecksumThatCouldNotBeHadThisTimeIsWorthAnotherTry() throws InterruptedException {
        from.faults().dropDigests(true);
        TransferFailure source = fail(usual().mode(ChecksumMode.BOTH)).failure();
        assertThat(source.code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
        assertThat(source.message()).contains("could not be had this time");

        from.faults().dropDigests(false);
        to.faults().dropDigests(true);
        assertThat(fail(usual().mode(ChecksumMode.BOTH)).failure().code()).isEqualTo(ErrorCode.DESTINATION_UNAVAILABLE);
        to.faults().dropDigests(false);
        assertThat(finish(usual().mode(ChecksumMode.BOTH)).checksum()).isEqualTo(RIGHT);
    }

    @Test
    void aTargetWithNothingToCompareWithIsStreamedThroughUs() throws InterruptedException {
        from.faults().digestHeader("");

        assertThat(finish(usual().mode(ChecksumMode.TARGET)).checksum()).isEqualTo(RIGHT);
        assertThat(to.requests("COPY")).isEmpty();
    }

    @Test
    void inSourceModeTheDestinationIsNotAskedForItsChecksum() throws InterruptedException {
        assertThat(finish(usual().mode(ChecksumMode.SOURCE)).checksum()).isEqualTo(RIGHT);
        assertThat(to.requests("HEAD"))
                .allMatch(head -> head.header("Want-Digest").isEmpty());
    }

    @Test
    void anUnknownSchemeIsRefused() throws InterruptedException {
        Failed failed = fail(Orders.copy(URI.create("root://host//f"), to.url("/d/f")));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.UNSUPPORTED_SCHEME);
    }

    @Test
    void cancellingWhileLookingStopsAtOnce() throws InterruptedException {
        from.faults().hang("HEAD");
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        from.await("HEAD hung");

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        from.await("client gone");
    }

    @Test
    void cancellingWhileWaitingToProceedStopsAtOnce() throws InterruptedException {
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);

        plane().cancel(attempt.id());
        plane().proceed(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.requests("COPY")).isEmpty();
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void aSourceThatDoesNotAnswerIsUnavailable() throws InterruptedException {
        with(settings -> settings.headerTimeout(Duration.ofSeconds(2)).slowHeaderTimeout(Duration.ofSeconds(2)));
        from.faults().hang("HEAD");

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
    }

    @Test
    void aWholeFileOfAnEarlierAttemptIsTheResult() throws InterruptedException {
        to.put("/d/f", CONTENT);

        Finished finished = finish(usual().maybeOurs());

        assertThat(finished.checksum()).isEqualTo(RIGHT);
        assertThat(to.requests("COPY")).isEmpty();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void afterARestoreAWholeFileIsTheResult() throws InterruptedException {
        to.put("/d/f", CONTENT);

        Finished finished = finish(usual().acceptingWhole());

        assertThat(finished.checksum()).isEqualTo(RIGHT);
        assertThat(to.requests("COPY")).isEmpty();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void afterARestoreWhatIsThereAndNotWholeIsRefusedAndStays() throws InterruptedException {
        for (byte[] other : List.of(Orders.bytes(100), new byte[CONTENT.length])) {
            to.put("/d/f", other);

            Failed failed = fail(usual().acceptingWhole());

            assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
            assertThat(failed.destinationClean()).isTrue();
            assertThat(to.content("/d/f")).contains(other);
            assertThat(to.requests("DELETE")).isEmpty();
        }
    }

    @Test
    void aHalfWrittenDestinationOfAnEarlierAttemptIsRemovedAndCopiedAgain() throws InterruptedException {
        to.put("/d/f", Orders.bytes(100));

        finish(usual().maybeOurs());

        assertThat(to.requests("DELETE")).hasSize(1);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aYoungPlaneWaitsForCopiesThatAnEarlierServerAskedFor() throws InterruptedException {
        to.put("/d/f", Orders.bytes(100));
        // Meanwhile the old copy goes on.
        clock.meanwhile(() -> to.put("/d/f", CONTENT));

        finish(usual().maybeOurs());

        assertThat(clock.pauses()).hasSize(1);
        assertThat(clock.pauses().getFirst()).isLessThanOrEqualTo(Duration.ofSeconds(10));
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void whatAnEarlierAttemptLeftStaysForTheNextStartWhenThePlaneIsClosed() throws InterruptedException {
        to.put("/d/f", Orders.bytes(100));
        Attempt attempt = usual().maybeOurs().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);

        plane().close();

        assertThat(heard.next(Failed.class).destinationClean()).isFalse();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void aClosedPlaneTakesNoAttempts() throws InterruptedException {
        plane().close();

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
    }

    @Test
    void closingThePlaneAnswersWhatWaits() throws InterruptedException {
        to.onCopy(CopyScript.silent());
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);

        plane().close();

        assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
    }
}
