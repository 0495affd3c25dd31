// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Of two transfers to one destination the second waits until all that the first may have written is settled.
class OwnedDestinationsTest {
    private static final PipeId PIPE = PipeId.of("p");
    private static final PipeId OTHER = PipeId.of("q");
    private static final URI FILE = URI.create("https://b/f");
    private static final DestinationKey KEY = DestinationKey.of(FILE);
    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final DispatchLoop loop = new DispatchLoop(
            new TransportControlState(time),
            store,
            dataPlane,
            time,
            time,
            new NoFailures(),
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

    @BeforeEach
    void twoPipesToOneStorage() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        declare(PIPE, "https://a");
        declare(OTHER, "https://c");
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, PipeTuning.of(5), OTHER, PipeTuning.of(5))));
        loop.start();
        time.settle();
    }

    @Test
    void theSecondWaitsUntilTheFirstHasFinishedWhileOthersGoOn() {
        add(to(1, PIPE, "https://b/f"), to(2, PIPE, "https://b//./f?x=1"), to(3, PIPE, "https://b/g"));
        add(to(4, OTHER, "davs://B:443/f"));
        assertThat(dataPlane.running()).containsExactly(1L, 3L);
        assertThat(loop.ownerOf(KEY)).contains(TransferId.of(1));

        finish(1);
        assertThat(dataPlane.running()).hasSize(2).contains(3L).containsAnyOf(2L, 4L);
        finish(dataPlane.running().get(1));
        finish(dataPlane.running().get(1));
        finish(3);
        assertThat(dataPlane.started).hasSize(4);
        assertThat(loop.ownerOf(KEY)).isEmpty();
    }

    @Test
    void theSecondWaitsUntilTheFirstThatWasCancelledHasCleanedUp() {
        dataPlane.slowToStop = true;
        add(to(1, PIPE, "https://b/f"));
        cancel(1);
        add(to(2, OTHER, "https://b/f"));
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.CANCELED);
        assertThat(dataPlane.running()).as("1 is still cleaning up").containsExactly(1L);

        stopped(1, true);
        assertThat(dataPlane.running()).containsExactly(2L);
        assertThat(dataPlane.attempt(2).earlier()).isNull();
    }

    @Test
    void whatTheFirstCouldNotRemoveIsEvidenceForTheSecond() {
        add(to(1, PIPE, "https://b/f"));
        time.advance(Duration.ofSeconds(7));
        fail(1, ErrorCode.DESTINATION_PERMISSION, false);
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.attempt(2).earlier())
                .isEqualTo(new EarlierWrite(time.now().minusSeconds(7), time.now(), 10));

        finish(2);
        add(to(3, OTHER, "https://b/f"));
        assertThat(dataPlane.attempt(3).earlier())
                .as("a whole file replaced it")
                .isNull();
    }

    @Test
    void aTransferThatFailedUncleanKeepsItsDestinationUntilItsRetryIsOver() {
        add(retrying(1));
        fail(1, ErrorCode.DESTINATION_UNAVAILABLE, false);
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.running()).isEmpty();
        assertThat(loop.ownerOf(KEY)).contains(TransferId.of(1));

        time.advance(Duration.ofSeconds(130));
        assertThat(dataPlane.running()).containsExactly(1L);
        assertThat(dataPlane.attempt(1).destinationMayBeOurs()).isTrue();
        finish(1);
        assertThat(dataPlane.running()).containsExactly(2L);
    }

    @Test
    void aTransferThatFailedCleanGivesItsDestinationBackBeforeItsRetry() {
        add(retrying(1));
        fail(1, ErrorCode.DESTINATION_UNAVAILABLE, true);
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.running()).containsExactly(2L);
        time.advance(Duration.ofSeconds(130));
        assertThat(dataPlane.running()).as("1 waits for 2 now").containsExactly(2L);
        finish(2);
        assertThat(dataPlane.running()).containsExactly(1L);
    }

    @Test
    void cancellingOneThatWaitsForItsRetryLeavesItsRemainsAsEvidence() {
        add(retrying(1));
        fail(1, ErrorCode.DESTINATION_UNAVAILABLE, false);
        cancel(1);
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.running()).containsExactly(2L);
        assertThat(dataPlane.attempt(2).destinationMayBeOurs()).isTrue();
    }

    @Test
    void whatTheStoreRemembersIsOwnedFromTheStart() {
        EarlierWrite evidence = new EarlierWrite(time.now().minusSeconds(60), null, 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, false)));
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.running()).isEmpty();

        add(to(1, PIPE, "https://b/f"));
        assertThat(dataPlane.running()).containsExactly(1L);
        assertThat(dataPlane.attempt(1).earlier()).isEqualTo(evidence);
        finish(1);
        assertThat(dataPlane.running()).containsExactly(2L);
    }

    @Test
    void remainsOfOneThatIsOverAreNobodysAndGoToTheNext() {
        EarlierWrite evidence = new EarlierWrite(time.now().minusSeconds(60), time.now(), 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, true)));
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.attempt(2).earlier()).isEqualTo(evidence);
    }

    @Test
    void aCleanUpOwnsTheDestinationWhileItIsUnderWay() {
        List<CleanUpResult> results = new ArrayList<>();
        EarlierWrite evidence = new EarlierWrite(time.now(), time.now(), 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, true)));
        cleanUp(1, evidence, results);
        add(to(2, OTHER, "https://b/f"));
        assertThat(dataPlane.cleaned).hasSize(1);
        assertThat(dataPlane.running()).containsExactly(1L);

        stopped(1, true);
        assertThat(results).containsExactly(CleanUpResult.CLEAN);
        assertThat(dataPlane.running()).containsExactly(2L);
        assertThat(dataPlane.attempt(2).earlier())
                .as("nothing is there any more")
                .isNull();
    }

    @Test
    void aCleanUpThatDidNotWorkLeavesTheEvidence() {
        List<CleanUpResult> results = new ArrayList<>();
        EarlierWrite evidence = new EarlierWrite(time.now(), time.now(), 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, true)));
        cleanUp(1, evidence, results);
        stopped(1, false);
        add(to(2, OTHER, "https://b/f"));
        assertThat(results).containsExactly(CleanUpResult.STILL_THERE);
        assertThat(dataPlane.attempt(2).destinationMayBeOurs()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NO_AGENT", "NO_CREDENTIAL", "ENDPOINT_PAUSED", "SERVER_RESTARTED"})
    void aCleanUpForWhichNoStorageWasAskedSaysSo(ErrorCode code) {
        List<CleanUpResult> results = new ArrayList<>();
        EarlierWrite evidence = new EarlierWrite(time.now(), time.now(), 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, true)));
        cleanUp(1, evidence, results);
        fail(1, code, false);
        add(to(2, OTHER, "https://b/f"));
        assertThat(results).containsExactly(CleanUpResult.NOT_TRIED);
        assertThat(dataPlane.attempt(2).destinationMayBeOurs()).isTrue();
    }

    @Test
    void aCleanUpFromAListThatIsOlderThanAnothersEndThereRemovesNothing() {
        List<CleanUpResult> results = new ArrayList<>();
        EarlierWrite evidence = new EarlierWrite(time.now(), time.now(), 10);
        loop.destinationsKnown(List.of(new KnownDestination(KEY, TransferId.of(1), evidence, true)));
        add(to(2, OTHER, "https://b/f"));
        finish(2);

        cleanUp(1, evidence, results);
        assertThat(results).containsExactly(CleanUpResult.CLEAN);
        assertThat(dataPlane.cleaned).isEmpty();
        assertThat(loop.ownerOf(KEY)).isEmpty();
    }

    @Test
    void nothingIsRemovedWhileAnotherTransferIsAtWork() {
        List<CleanUpResult> results = new ArrayList<>();
        add(to(2, OTHER, "https://b/f"));
        cleanUp(1, new EarlierWrite(time.now(), time.now(), 10), results);
        assertThat(results).containsExactly(CleanUpResult.OWNED_BY_ANOTHER);
        assertThat(dataPlane.cleaned).isEmpty();
    }

    @Test
    void manyToOneDestinationRunOneAfterTheOther() {
        // Twelve in the queue, a window of four.
        Transfer[] same = new Transfer[12];
        for (int i = 0; i < same.length; i++) {
            same[i] = to(i + 1, PIPE, "https://b/f");
        }
        add(same);
        for (int i = 0; i < same.length; i++) {
            assertThat(dataPlane.running()).hasSize(1);
            finish(dataPlane.running().getFirst());
        }
        assertThat(dataPlane.started).hasSize(12);
    }

    private void declare(PipeId id, String source) {
        loop.writer()
                .pipeDeclared(new Pipe(
                        id,
                        Endpoint.parse(source),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
    }

    /// Eight for one destination fill the window, and more than one may run.
    @Test
    void othersGoOnBehindManyThatWaitForOneThatRuns() {
        for (long id = 1; id <= 8; id++) {
            store.add(to(id, PIPE, "https://b/same"));
        }
        store.add(to(9, PIPE, "https://b/other"));
        loop.transfersAdded(Map.of(PIPE, 9), List.of());
        time.advance(Duration.ofSeconds(5));
        assertThat(dataPlane.running()).containsExactly(1L, 9L);
    }

    private void add(Transfer... transfers) {
        for (Transfer transfer : transfers) {
            store.add(transfer);
            loop.transfersAdded(Map.of(transfer.pipe(), 1), List.of());
        }
        time.settle();
    }

    private void cancel(long id) {
        TransferState from = store.cancel(TransferId.of(id)).orElseThrow();
        PipeId pipe = PIPE;
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(id), pipe, from)));
        time.settle();
    }

    private void finish(long id) {
        dataPlane.finish(id);
        time.settle();
    }

    private void fail(long id, ErrorCode code, boolean clean) {
        dataPlane.fail(id, code, clean);
        time.settle();
    }

    private void stopped(long id, boolean clean) {
        dataPlane.stopped(id, clean);
        time.settle();
    }

    private void cleanUp(long id, EarlierWrite evidence, List<CleanUpResult> results) {
        loop.cleanUp(new QueuedTransfer(to(id, PIPE, "https://b/f"), 1, 0, evidence), results::add);
        time.settle();
    }

    private static Transfer to(long id, PipeId pipe, String destination) {
        return transfer(id, pipe, destination, TransferOptions.DEFAULT);
    }

    private static Transfer retrying(long id) {
        return transfer(
                id,
                PIPE,
                "https://b/f",
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 5, Duration.ofMinutes(2), null));
    }

    private static Transfer transfer(long id, PipeId pipe, String destination, TransferOptions options) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                Objects.requireNonNull(URI.create("https://a/" + id)),
                URI.create(destination),
                10,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                options);
    }
}
