// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is removed from a destination, and what never.
class RemovalTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(10_000);
    private static final byte[] PART = Orders.bytes(4_000);
    private static final byte[] OTHER = Orders.bytes(3_000);
    private static final Duration HOUR = Duration.ofHours(1);

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    // --- while a cancelled copy may still run

    @Test
    void aLateRemovalLeavesTheFileThatTheNextTransferWroteInTheMeantime() throws InterruptedException {
        RecordingListener second = new RecordingListener();
        AtomicBoolean once = new AtomicBoolean();
        Attempt first = hangingCopy();
        clock.meanwhile(() -> {
            if (once.compareAndSet(false, true)) {
                to.onCopy(CopyScript.honest());
                Attempt next = usual().overwriting().build();
                plane().start(next, second);
                hear(second);
                plane().proceed(next.id());
                assertThat(hear(second)).isInstanceOf(Finished.class);
            }
        });

        plane().cancel(first.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void aLateRemovalLeavesAFileThatSomebodyPutInItsPlaceMeanwhile() throws InterruptedException {
        Attempt attempt = hangingCopy();
        clock.meanwhile(() -> to.put("/d/f", OTHER));

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void whatTheStorageWroteOnAfterTheCancelIsRemoved() throws InterruptedException {
        Attempt attempt = hangingCopy();
        clock.meanwhile(() -> to.put("/d/f", Arrays.copyOf(CONTENT, 9_000)));

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    // --- a request that was never answered

    @Test
    void aFileThatWasThereBeforeStaysWhenAPutIsNeverAnswered() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        to.faults().tellClock(Duration.ZERO);
        to.faults().hangUpOnPut(() -> to.put("/d/f", OTHER, Instant.now().minus(HOUR)));

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void aLongerFileThanTheSourceIsSomebodyElses() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        byte[] longer = Orders.bytes(10_001);
        to.faults().hangUpOnPut(() -> to.put("/d/f", longer));

        assertThat(fail(usual()).destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(longer);
    }

    @Test
    void aFileThatWasToBeReplacedStaysWhenTheCopyIsNeverAnswered() throws InterruptedException {
        with(settings -> settings.slowHeaderTimeout(Duration.ofMillis(200)));
        to.put("/d/f", OTHER, Instant.now().minus(HOUR));
        to.onCopy(call -> call.awaitClose());

        Failed failed = fail(usual().overwriting());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void whatCannotBeToldStaysAndTheFailureSaysSo() throws InterruptedException {
        with(settings -> settings.slowHeaderTimeout(Duration.ofMillis(200)));
        to.faults().hideChanges();
        to.put("/d/f", OTHER);
        to.onCopy(call -> call.awaitClose());

        Failed failed = fail(usual().overwriting());

        assertThat(failed.destinationClean()).isFalse();
        assertThat(failed.failure().message()).contains("stays at the destination", "nobody can tell");
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    /// The storage removes our part and does not say so; somebody puts another file there, which the retry must leave.
    @Test
    void aFileThatSomebodyPutWhereOursWasRemovedStaysAlsoAtTheNextTry() throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().insteadOfDelete(() -> to.put("/d/f", OTHER));

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).as("nothing of ours is there").isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    /// It would have been overwritten, but the source does not give the file.
    @Test
    void whatMayBeOfAnEarlierAttemptIsNotForgottenWhenItIsNotOverwritten() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        to.faults().hideChanges();
        to.put("/d/f", PART);
        from.faults().refuse("GET", 403, "no");

        Failed failed = fail(usual().overwriting().after(justNow()));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_PERMISSION);
        assertThat(failed.destinationClean()).isFalse();
        assertThat(to.content("/d/f")).contains(PART);
    }

    /// A gateway breaks off a copy that has begun, or the storage itself does.
    @ParameterizedTest
    @ValueSource(ints = {500, 502})
    void whatARefusedCopyHasBegunIsNotTakenForAFileOfOthers(int status) throws InterruptedException {
        to.onCopy(call -> {
            call.leave(PART);
            call.refuse(status, "upstream broke off");
        });
        from.withoutCopy();

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    /// Somebody has put it there since the look. XRootD says 412, others in the last line or with another status.
    @ParameterizedTest
    @ValueSource(strings = {"Unable to create /d/f; file exists", "/d/f already exists"})
    void whatAStorageDidNotOverwriteStaysHoweverItSaysSo(String text) throws InterruptedException {
        to.onCopy(call -> {
            to.put("/d/f", OTHER);
            call.created();
            call.last("failure: " + text);
        });

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void soItDoesWithAStatus() throws InterruptedException {
        to.onCopy(call -> {
            to.put("/d/f", OTHER);
            call.refuse(500, "Unable to create /d/f; file exists");
        });

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void soItDoesAfterAPut() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        to.faults().afterPut(() -> to.put("/d/f", OTHER));
        to.faults().answerPut(500, "Unable to create /d/f; file exists");

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    /// Its removal could be that of all that is in it.
    @Test
    void aFolderThatAppearedIsNotRemoved() throws InterruptedException {
        to.onCopy(call -> {
            to.put("/d/f/inside", OTHER);
            call.created();
            call.last("failure: Unable to create /d/f; is a directory");
        });

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_IS_DIRECTORY);
        assertThat(to.requests("DELETE")).isEmpty();
    }

    /// It is removed later.
    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void whatCannotBeToldFromAFolderIsNotRemoved(int status) throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().refuse("PROPFIND", status, "");

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isFalse();
        assertThat(failed.failure().message()).contains("PROPFIND", Integer.toString(status));
        assertThat(to.requests("DELETE")).isEmpty();
    }

    /// A gateway lets through what HTTP has, and nothing of WebDAV. What has bytes is no folder.
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void whereTheQuestionIsForbiddenWhatHasBytesIsRemoved(int status) throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().refuse("PROPFIND", status, "");

        assertThat(fail(usual()).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    /// It has no such method: it is no storage with folders.
    @ParameterizedTest
    @ValueSource(ints = {400, 405, 501})
    void whereNobodyCanTellItEverIsRemoved(int status) throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().refuse("PROPFIND", status, "");

        assertThat(fail(usual()).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aFolderIsNotTakenForWhatAnEarlierAttemptLeft() throws InterruptedException {
        to.put("/d/f/inside", OTHER);

        plane().cleanUp(usual().maybeOurs().build(), heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    /// The copy was refused, and had been noted as one that writes.
    @Test
    void whatMayBeOfAnEarlierAttemptIsNotForgottenWhenTheCopyIsRefused() throws InterruptedException {
        to.faults().hideChanges();
        to.put("/d/f", PART);
        to.onCopy(CopyScript.refusing(401, "no"));

        Failed failed = fail(usual().overwriting().after(justNow()));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_PERMISSION);
        assertThat(failed.destinationClean()).isFalse();
        assertThat(to.content("/d/f")).contains(PART);
    }

    @Test
    void whatCouldNotBeRemovedIsToldWithTheReason() throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().refuse("DELETE", 403, "no");

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isFalse();
        assertThat(failed.failure().message())
                .contains("Transferred a partial file", "stays at the destination", "403");
    }

    // --- a file that is whole counts as done

    @Test
    void aCopyWhoseLastLineWasLostIsDoneIfTheFileIsWhole() throws InterruptedException {
        to.onCopy(CopyScript.dying(CONTENT));

        assertThat(finish(usual()).sizeBytes()).isEqualTo(10_000);
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aFileOfTheRightSizeWithOtherBytesIsNotDone() throws InterruptedException {
        to.onCopy(CopyScript.dying(new byte[10_000]));

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aCopyThatWasReportedAsDoneStaysWhenTheRightToLookHasEnded() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.leave(CONTENT);
            to.faults().refuse("HEAD", 403, "token expired");
            call.last("success: Created");
        });

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_PERMISSION);
        assertThat(failed.failure().message())
                .contains("reported as done and could not be verified", "the file stays", "submitted again");
        assertThat(failed.destinationClean()).isFalse();
        assertThat(to.requests("DELETE")).isEmpty();

        to.faults().allow("HEAD");
        finish(usual().after(new EarlierWrite(Instant.now().minus(HOUR), Instant.now(), 10_000)));
        assertThat(to.requests("COPY")).hasSize(1);
    }

    @Test
    void aCancelledCopyThatCameToItsEndIsRemovedAllTheSame() throws InterruptedException {
        Attempt attempt = hangingCopy();
        clock.meanwhile(() -> to.put("/d/f", CONTENT));

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    // --- an earlier attempt

    @Test
    void aFileOfSomebodyElseIsNotTakenForWhatAnEarlierAttemptLeft() throws InterruptedException {
        to.faults().tellClock(Duration.ofMinutes(7));
        to.put("/d/f", OTHER, Instant.now().minus(HOUR));

        Failed failed = fail(usual().after(justNow()));

        assertThat(failed.failure().toReason())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(OTHER);
    }

    @Test
    void whatAnEarlierAttemptLeftIsReplacedHoweverWrongTheClockOfTheStorage() throws InterruptedException {
        to.faults().tellClock(Duration.ofHours(-7));
        to.put("/d/f", PART, Instant.now().minusSeconds(30));

        finish(usual().after(justNow()));

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aRemovalAloneRemovesWhatCanBeOurs() throws InterruptedException {
        to.put("/d/f", PART, Instant.now().minusSeconds(30));

        plane().cleanUp(usual().after(justNow()).build(), heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
        assertThat(from.requests()).isEmpty();
    }

    @Test
    void aRemovalAloneLeavesWhatWasWrittenLater() throws InterruptedException {
        Instant now = Instant.now();
        to.faults().tellClock(Duration.ZERO);
        to.put("/d/f", PART, now);

        plane().cleanUp(
                        usual().after(new EarlierWrite(now.minus(HOUR), now.minusSeconds(60), 10_000))
                                .build(),
                        heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(PART);
    }

    @Test
    void aRemovalAloneLeavesALongerFile() throws InterruptedException {
        to.put("/d/f", CONTENT);

        plane().cleanUp(
                        usual().after(new EarlierWrite(Instant.now().minus(HOUR), null, 9_999))
                                .build(),
                        heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aRemovalThatCannotTellSaysSo() throws InterruptedException {
        to.faults().hideChanges();
        to.put("/d/f", PART);

        plane().cleanUp(usual().after(justNow()).build(), heard);

        Failed failed = heard.next(Failed.class);
        assertThat(failed.destinationClean()).isFalse();
        assertThat(failed.failure().message()).contains("does not tell when it was written");
        assertThat(to.content("/d/f")).contains(PART);
    }

    @Test
    void aRemovalAtAStorageThatIsDownIsToldAsFailed() throws Exception {
        to.close();

        plane().cleanUp(usual().after(justNow()).build(), heard);

        Failed failed = heard.next(Failed.class);
        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_UNAVAILABLE);
        assertThat(failed.destinationClean()).isFalse();
    }

    @Test
    void aRemovalWaitsForNoCopyThatHasLongEnded() throws InterruptedException {
        Instant now = Instant.now();
        to.put("/d/f", PART, now.minusSeconds(70));

        plane().cleanUp(
                        usual().after(new EarlierWrite(now.minus(HOUR), now.minusSeconds(60), 10_000))
                                .build(),
                        heard);

        heard.next(Canceled.class);
        assertThat(clock.pauses()).isEmpty();
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aRemovalOfNothingIsClean() throws InterruptedException {
        plane().cleanUp(usual().after(justNow()).build(), heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
    }

    // --- several ways

    @Test
    void theFirstFailureOfSeveralWaysIsToldBeforeTheLast() throws InterruptedException {
        to.onCopy(CopyScript.refusing(400, "Failed to open local resource"));
        from.withoutCopy();
        to.faults().refuse("PUT", 500, "trouble");

        Failed failed = fail(usual());

        assertThat(failed.failure().message())
                .contains("Failed to open local resource; then another way failed too: ", "trouble");
    }

    private Attempt hangingCopy() throws InterruptedException {
        to.onCopy(CopyScript.hanging(PART));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        to.await("hanging");
        return attempt;
    }

    /// Writing began a minute ago and may go on.
    private static EarlierWrite justNow() {
        return new EarlierWrite(Instant.now().minusSeconds(60), null, 10_000);
    }

    private static Answer hear(RecordingListener listener) {
        try {
            return listener.next();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
