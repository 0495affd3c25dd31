// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.Orders;
import io.tcn.agent.transfer.RecordingListener;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.EarlierWrite;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every [DataPlane] must do, whatever moves the bytes.
public abstract class DataPlaneContract {
    private static final byte[] CONTENT = Orders.bytes(300_000);

    private final RecordingListener heard = new RecordingListener();

    /// The data plane under test, the same one throughout a test.
    protected abstract DataPlane plane();

    /// Puts a file where the data plane reads and returns its URL.
    protected abstract URI source(String name, byte[] content) throws Exception;

    /// The URL of a name where the data plane writes; nothing is there unless a test put it.
    protected abstract URI destination(String name);

    /// Puts a file where the data plane writes.
    protected abstract void putAtDestination(String name, byte[] content) throws Exception;

    /// What lies at the destination.
    protected abstract Optional<byte[]> atDestination(String name) throws Exception;

    @Test
    void aFileArrivesWholeAndIsCounted() throws Exception {
        Attempt attempt = Orders.copy(source("f", CONTENT), destination("g")).build();
        plane().start(attempt, heard);

        Prepared prepared = heard.next(Prepared.class);
        assertThat(prepared.attempt()).isEqualTo(attempt.id());
        assertThat(prepared.sizeBytes()).isEqualTo(CONTENT.length);
        assertThat(prepared.connections()).isEqualTo(1);
        assertThat(atDestination("g")).isEmpty();
        assertThat(plane().adjust(attempt.id(), 1)).isEqualTo(1);

        plane().proceed(attempt.id());
        assertThat(heard.next(Finished.class).sizeBytes()).isEqualTo(CONTENT.length);
        assertThat(atDestination("g")).contains(CONTENT);
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(CONTENT.length);
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void manyFilesArriveAtOnce() throws Exception {
        URI source = source("f", CONTENT);
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Attempt attempt = Orders.copy(source, destination("many/" + i)).build();
            attempts.add(attempt);
            plane().start(attempt, heard);
        }
        int finished = 0;
        while (finished < attempts.size()) {
            Answer answer = heard.next();
            if (answer instanceof Prepared prepared) {
                plane().proceed(prepared.attempt());
            } else {
                assertThat(answer).isInstanceOf(Finished.class);
                finished++;
            }
        }
        for (int i = 0; i < 20; i++) {
            assertThat(atDestination("many/" + i)).contains(CONTENT);
        }
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(20L * CONTENT.length);
    }

    @Test
    void anEmptyFileArrives() throws Exception {
        finish(Orders.copy(source("empty", new byte[0]), destination("g")));

        assertThat(atDestination("g")).contains(new byte[0]);
    }

    @Test
    void aMissingSourceFailsBeforeAnythingIsWritten() throws Exception {
        URI there = source("f", CONTENT);
        Attempt attempt =
                Orders.copy(URI.create(there + "-not"), destination("g")).build();
        plane().start(attempt, heard);

        Failed failed = heard.next(Failed.class);

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(atDestination("g")).isEmpty();
    }

    @Test
    void anExistingDestinationIsRefusedAndKept() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});
        Attempt attempt = Orders.copy(source("f", CONTENT), destination("g")).build();
        plane().start(attempt, heard);

        Failed failed = heard.next(Failed.class);

        assertThat(failed.failure().toReason())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(atDestination("g")).contains(new byte[] {1, 2, 3});
    }

    @Test
    void anExistingDestinationIsReplacedWhereThatIsAllowed() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});

        finish(Orders.copy(source("f", CONTENT), destination("g")).overwriting());

        assertThat(atDestination("g")).contains(CONTENT);
    }

    @Test
    void whatAnEarlierAttemptFinishedIsTaken() throws Exception {
        putAtDestination("g", CONTENT);

        finish(Orders.copy(source("f", CONTENT), destination("g")).maybeOurs());

        assertThat(atDestination("g")).contains(CONTENT);
        assertThat(plane().movedBytes(Orders.PIPE)).isZero();
    }

    @Test
    void whatAnEarlierAttemptLeftHalfIsReplaced() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});

        finish(Orders.copy(source("f", CONTENT), destination("g")).maybeOurs());

        assertThat(atDestination("g")).contains(CONTENT);
    }

    @Test
    void aPreparedAttemptCanBeCancelled() throws Exception {
        Attempt attempt = Orders.copy(source("f", CONTENT), destination("g")).build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);

        plane().cancel(attempt.id());
        plane().proceed(attempt.id());
        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).isEmpty();
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void aCancelledAttemptRemovesWhatAnEarlierOneLeft() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});
        Attempt attempt =
                Orders.copy(source("f", CONTENT), destination("g")).maybeOurs().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).isEmpty();
    }

    @Test
    void aFailedAttemptRemovesWhatAnEarlierOneLeft() throws Exception {
        URI there = source("f", CONTENT);
        putAtDestination("g", new byte[] {1, 2, 3});
        Attempt attempt = Orders.copy(URI.create(there + "-not"), destination("g"))
                .maybeOurs()
                .build();
        plane().start(attempt, heard);

        assertThat(heard.next(Failed.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).isEmpty();
    }

    @Test
    void aRemovalTakesAwayWhatAnEarlierAttemptLeft() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});

        plane().cleanUp(leftJustNow(CONTENT.length), heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).isEmpty();
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void aRemovalLeavesAFileThatTheEarlierAttemptCannotHaveWritten() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});

        plane().cleanUp(leftJustNow(2), heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).contains(new byte[] {1, 2, 3});
    }

    @Test
    void aRemovalLeavesAFileThatWasWrittenLongAfterTheEarlierAttempt() throws Exception {
        putAtDestination("g", new byte[] {1, 2, 3});
        Instant longAgo = Instant.now().minus(Duration.ofDays(2));

        plane().cleanUp(
                        Orders.copy(source("f", CONTENT), destination("g"))
                                .after(new EarlierWrite(longAgo, longAgo.plusSeconds(60), CONTENT.length))
                                .build(),
                        heard);

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        assertThat(atDestination("g")).contains(new byte[] {1, 2, 3});
    }

    @Test
    void whatMovesUnderALimitIsCountedUntilItIsForgotten() throws Exception {
        TransferLimit limit = new TransferLimit(new LimitId(5), "a token", 1e12, 2);
        for (String name : List.of("g", "h")) {
            Attempt attempt = Orders.copy(source(name, CONTENT), destination(name))
                    .under(limit)
                    .build();
            plane().start(attempt, heard);
            assertThat(heard.next(Prepared.class).attempt()).isEqualTo(attempt.id());
            plane().proceed(attempt.id());
            assertThat(heard.next(Finished.class).sizeBytes()).isEqualTo(CONTENT.length);
        }
        assertThat(plane().movedBytes(limit.id())).isEqualTo(2L * CONTENT.length);
        assertThat(plane().movedBytes(new LimitId(6))).isZero();
        plane().forget(limit.id());
        assertThat(plane().movedBytes(limit.id())).isZero();
    }

    @Test
    void whatIsUnknownIsIgnored() throws Exception {
        Attempt attempt = Orders.copy(source("f", CONTENT), destination("g")).build();

        plane().cancel(attempt.id());
        plane().proceed(attempt.id());

        assertThat(plane().movedBytes(PipeId.of("nobody"))).isZero();
        assertThat(heard.isQuiet()).isTrue();
    }

    private Attempt leftJustNow(long sizeBytes) throws Exception {
        return Orders.copy(source("f", CONTENT), destination("g"))
                .after(new EarlierWrite(Instant.now().minusSeconds(60), null, sizeBytes))
                .build();
    }

    private void finish(Orders orders) throws InterruptedException {
        Attempt attempt = orders.build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        heard.next(Finished.class);
    }
}
