// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.TransferStoreContract;
import io.tcn.core.port.Transition;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryTransferStoreTest extends TransferStoreContract {
    private MemoryTransferStore memory = new MemoryTransferStore();

    @Override
    protected TransferStore createStore() {
        memory = new MemoryTransferStore();
        return memory;
    }

    @Override
    protected void add(List<Transfer> transfers) {
        transfers.forEach(memory::add);
    }

    @Override
    protected void add(Transfer transfer, String activity) {
        memory.add(transfer, activity);
    }

    @Override
    protected void add(Transfer transfer, GroupId group) {
        memory.add(transfer, QueuedTransfer.DEFAULT_ACTIVITY, group);
    }

    @Override
    protected Optional<TransferState> cancel(TransferId transfer) {
        return memory.cancel(transfer);
    }

    @Override
    protected Optional<TransferState> stateOf(TransferId transfer) {
        return memory.stateOf(transfer);
    }

    @Test
    void aNumberIsGivenOnce() {
        memory.add(one());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.add(one()))
                .withMessageContaining("transfer 1 is there already");
    }

    @Test
    void tellsWhyATransferFailedAndHowManyAttemptsItHad() {
        memory.add(one());
        AttemptId attempt = new AttemptId(TransferId.of(1), 1);
        TransferFailure failure = new TransferFailure(ErrorCode.SOURCE_NOT_FOUND, "not there");
        assertThat(memory.failureOf(TransferId.of(1))).isEmpty();
        memory.apply(
                List.of(
                        new Transition.Claim(attempt, Instant.EPOCH),
                        new Transition.Fail(attempt, Instant.EPOCH, failure, true)),
                made -> assertThat(made).containsOnly(true));
        assertThat(memory.failureOf(TransferId.of(1))).contains(failure);
        assertThat(memory.attemptsOf(TransferId.of(1))).isEqualTo(1);
        assertThat(memory.attemptsOf(TransferId.of(2))).isZero();
    }

    private static Transfer one() {
        return new Transfer(
                TransferId.of(1),
                P,
                URI.create("https://a/f"),
                URI.create("https://b/f"),
                10,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
    }
}
