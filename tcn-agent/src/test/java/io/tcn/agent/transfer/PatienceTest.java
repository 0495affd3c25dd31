// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ErrorCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How long a storage is waited for, by a clock that only the test turns: the watchdog's own thread looks too, but sees
/// no time pass.
class PatienceTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(10_000);
    /// The stall timeout of the fixture is 20 s, the standstill of the server itself is told from 10 s on.
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final long MOST_NANOS = Duration.ofMinutes(1).toNanos();

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    @Test
    void aStorageMayTakeLongerThanAStallToSayThatAnUploadIsSafe() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        // 270 s of the 300.1 s.
        to.faults().afterPut(() -> pass(54));

        finish(usual());
        assertThatNothingWasGivenUp();

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aThirdPartyCopyMayTakeLongerThanAStallAfterItsLastByte() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.marker(10_000);
            awaitMoved(10_000);
            pass(54);
            call.leave(CONTENT);
            call.last("success: Created");
        });

        finish(usual());
        assertThatNothingWasGivenUp();

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void aWholeFileOfWhichTheStorageNeverSaysThatItIsSafeIsDone() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        to.faults().afterPut(() -> pass(62));

        finish(usual());

        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void anUploadOfWhichTheStorageNeverSaysThatItIsSafeIsGivenUpWhenItIsNotWhole() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        to.faults().spoil();
        to.faults().afterPut(() -> pass(62));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failed.failure().message()).contains("all bytes were handed over", "300.1 s");
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aFileWhoseSizeOnlyItsReadingTellsHasTheTimeForItsSize() throws InterruptedException {
        with(settings ->
                settings.thirdPartyCopy(TpcPolicy.OFF).attemptTimeout(Duration.ofSeconds(30), Duration.ofSeconds(100)));
        from.faults().hideSize();
        // 100 s of the 130 s for one begun MiB.
        to.faults().afterPut(() -> pass(20));

        finish(usual());
        assertThatNothingWasGivenUp();
    }

    @Test
    void aCopyThatStandsStillInTheMiddleIsGivenUp() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.leave(Arrays.copyOf(CONTENT, 4_000));
            call.marker(4_000);
            awaitMoved(4_000);
            pass(5);
            call.awaitClose();
        });

        assertThat(fail(usual()).failure().message()).contains("no byte moved for 20.0 s");
        assertThat(to.paths()).isEmpty();
    }

    /// Of a hundred that ask one storage for checksums four at a time, the last ones had their time used up.
    @Test
    void whoWaitsForItsTurnToAskForAChecksumDoesNotLoseItsTime() throws InterruptedException {
        with(settings -> settings.storages(new StorageRules(true, List.of(), false, false, 1)));
        RecordingListener second = new RecordingListener();
        from.faults().hang("HEAD");
        plane().start(usual().build(), heard);
        while (from.requests("HEAD").isEmpty()) {
            Thread.onSpinWait();
        }
        plane().start(usual().build(), second);
        // Nothing tells from outside that it waits behind the first; it has long begun to by then.
        Thread.sleep(300);
        from.faults().allow("HEAD");
        // 10 min and a little.
        pass(122);

        assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        second.next(Prepared.class);
    }

    @Test
    void aServerThatStoodStillItselfDoesNotGiveUpWhatRuns() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.marker(4_000);
            awaitMoved(4_000);
            clock.advance(Duration.ofSeconds(128));
            plane().checkTimes();
            plane().checkTimes();
            call.leave(CONTENT);
            call.last("success: Created");
        });

        finish(usual());
        assertThatNothingWasGivenUp();
    }

    @Test
    void theTimeOfAStandstillIsNotTakenFromTheTimeOfAnAttempt() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.marker(4_000);
            awaitMoved(4_000);
            clock.advance(Duration.ofDays(1));
            plane().checkTimes();
            call.leave(CONTENT);
            call.last("success: Created");
        });

        finish(usual().timeout(Duration.ofHours(1)));
        assertThatNothingWasGivenUp();
    }

    @Test
    void whatFailsJustAfterAStandstillIsNoFaultOfTheStorages() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.leave(Arrays.copyOf(CONTENT, 4_000));
            // The watchdog has not looked since.
            clock.advance(Duration.ofSeconds(128));
            call.hangUp();
        });

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
        assertThat(failed.failure().message()).contains("this server itself stood still", "third-party copy");
        assertThat(failed.destinationClean()).isTrue();
    }

    @Test
    void longAfterAStandstillAFailureIsAFailure() throws InterruptedException {
        plane();
        clock.advance(Duration.ofSeconds(128));
        plane().checkTimes();
        pass(9);
        to.onCopy(CopyScript.dying(Arrays.copyOf(CONTENT, 4_000)));

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
    }

    /// An attempt that was given up is looked after closely before a whole file counts all the same.
    private void assertThatNothingWasGivenUp() {
        assertThat(to.requests("PROPFIND")).isEmpty();
    }

    /// Waits until the plane has taken a report of the storage in.
    private void awaitMoved(long bytes) {
        long began = System.nanoTime();
        while (plane().movedBytes(Orders.PIPE) < bytes) {
            assertThat(System.nanoTime() - began)
                    .as("time in which %s bytes are reported", bytes)
                    .isLessThan(MOST_NANOS);
            Thread.onSpinWait();
        }
    }

    /// Lets time pass, with the watchdog looking again and again.
    private void pass(int steps) {
        for (int i = 0; i < steps; i++) {
            clock.advance(STEP);
            plane().checkTimes();
        }
    }
}
