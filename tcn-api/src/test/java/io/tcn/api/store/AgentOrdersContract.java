// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Which attempts of agents a server finds at its start, and which it queues again.
@Tag("it")
abstract class AgentOrdersContract extends StoreWorldContract {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final Duration GRACE = Duration.ofSeconds(10);

    private int files;

    private AgentOrders orders() {
        return world().bean(AgentOrders.class);
    }

    private TransferId add() {
        return world().submit(StoreWorld.file(0, PIPE, "davs://b.example.org/f" + ++files));
    }

    private void claim(TransferId transfer, int number) {
        world().made(new Transition.Claim(new AttemptId(transfer, number), NOW));
    }

    private void activate(TransferId transfer, int number) {
        world().made(new Transition.Activate(new AttemptId(transfer, number), NOW.plusSeconds(1), 4711));
    }

    private static AgentOrder order(TransferId transfer, int attempt, long number) {
        return new AgentOrder(new AttemptId(transfer, attempt), "a", "i-a", 3, 4, number, 2);
    }

    private RestartStore.Found recover(boolean restored, boolean goneOn) {
        return world().bean(RestartStore.class).recover(NOW.plusSeconds(100), GRACE, Duration.ZERO, restored, goneOn);
    }

    private String stateOf(TransferId transfer) {
        return String.valueOf(world().jdbc()
                .queryForObject("select state from transfer where id = ?", String.class, transfer.value()));
    }

    private long rows() {
        Long count = world().jdbc().queryForObject("select count(*) from agent_order", Long.class);
        return count == null ? 0 : count;
    }

    @Test
    void whatAgentsWereGivenIsFoundAndStaysAsItIsAndTheRestIsQueuedAgain() {
        TransferId claimed = add();
        TransferId active = add();
        TransferId here = add();
        TransferId finished = add();
        for (TransferId each : List.of(claimed, active, here, finished)) {
            claim(each, 1);
        }
        orders().record(List.of(order(claimed, 1, 71), order(active, 1, 72), order(finished, 1, 73)));
        activate(active, 1);
        activate(here, 1);
        activate(finished, 1);
        world().made(new Transition.Finish(new AttemptId(finished, 1), NOW.plusSeconds(2), 4711, null));

        RestartStore.Found found = recover(false, true);

        assertThat(found.goneOn())
                .extracting(GoneOn::order)
                .containsExactly(order(claimed, 1, 71), order(active, 1, 72));
        assertThat(found.goneOn()).extracting(GoneOn::writingFrom).containsExactly(null, NOW.plusSeconds(1));
        assertThat(found.goneOn())
                .extracting(each -> each.transfer().attempts())
                .containsOnly(1);
        assertThat(found.goneOn()).extracting(GoneOn::isCanceled).containsOnly(false);
        assertThat(found.requeued()).isEqualTo(1);
        assertThat(stateOf(claimed)).isEqualTo("CLAIMED");
        assertThat(stateOf(active)).isEqualTo("ACTIVE");
        assertThat(stateOf(here)).isEqualTo("QUEUED");
        assertThat(found.leftovers())
                .singleElement()
                .satisfies(left -> assertThat(left.transfer()).isEqualTo(here));
        assertThat(rows()).isEqualTo(2);
        // Its end comes under the next server.
        world().made(new Transition.Finish(new AttemptId(active, 1), NOW.plusSeconds(101), 4711, null));
    }

    /// The number of the attempt decides: what a server of before noted of an older one counts no more.
    @Test
    void anOlderAttemptIsNotFound() {
        TransferId transfer = add();
        claim(transfer, 1);
        orders().record(List.of(order(transfer, 1, 71)));
        world().made(new Transition.Retry(
                new AttemptId(transfer, 1),
                PIPE,
                NOW,
                new TransferFailure(ErrorCode.TIMEOUT, "no byte moved"),
                true,
                NOW));
        claim(transfer, 2);

        RestartStore.Found found = recover(false, true);

        assertThat(found.goneOn()).isEmpty();
        assertThat(stateOf(transfer)).isEqualTo("QUEUED");
        assertThat(rows()).isZero();
    }

    @Test
    void withoutAgentsAndAfterARestoreAllIsQueuedAgain() {
        for (boolean restored : new boolean[] {false, true}) {
            TransferId transfer = add();
            claim(transfer, 1);
            orders().record(List.of(order(transfer, 1, 71)));
            activate(transfer, 1);

            RestartStore.Found found = recover(restored, restored);

            assertThat(found.goneOn()).isEmpty();
            assertThat(stateOf(transfer)).isEqualTo("QUEUED");
            assertThat(rows()).isZero();
            empty();
        }
        world().jdbc().update("delete from restored");
    }

    @Test
    void whatWasCancelledMeanwhileIsFoundAndHasNotEnded() {
        TransferId writing = add();
        TransferId looking = add();
        claim(writing, 1);
        claim(looking, 1);
        orders().record(List.of(order(writing, 1, 71), order(looking, 1, 72)));
        activate(writing, 1);
        world().jdbc().update("update transfer set state = 'CANCELED'");

        RestartStore.Found found = recover(false, true);

        assertThat(found.goneOn()).extracting(GoneOn::isCanceled).containsExactly(true, true);
        assertThat(found.goneOn()).extracting(GoneOn::writingFrom).containsExactly(NOW.plusSeconds(1), null);
        assertThat(found.halfCanceled()).isEmpty();
        assertThat(found.leftovers()).isEmpty();
        assertThat(world().jdbc().queryForObject("select count(*) from transfer where finish_time is null", Long.class))
                .isEqualTo(2);
        world().made(new Transition.Stopped(new AttemptId(writing, 1), NOW.plusSeconds(101), false));
        assertThat(world().bean(LeftoverStore.class).all()).hasSize(1);
    }

    @Test
    void aTransferHasOneOrderAndIsForgottenWhenItIsOver() {
        TransferId transfer = add();
        TransferId other = add();
        claim(transfer, 1);
        claim(other, 1);
        orders().record(List.of(order(transfer, 1, 71), order(other, 1, 72)));
        orders().record(List.of(order(transfer, 1, 73)));
        assertThat(rows()).isEqualTo(2);
        activate(transfer, 1);
        orders().forget(List.of(71L, 72L, 73L));
        assertThat(rows()).as("neither is over as far as the store knows").isEqualTo(2);
        world().made(new Transition.Finish(new AttemptId(transfer, 1), NOW.plusSeconds(2), 4711, null));
        orders().forget(List.of(71L, 72L, 73L));
        assertThat(rows()).isEqualTo(1);
    }

    /// The server that takes over may die before it has done anything of it, or in the middle.
    @Test
    void whatWasTakenOverIsFoundAgainByTheNextAsItIsByThen() {
        TransferId claimed = add();
        TransferId active = add();
        TransferId ended = add();
        TransferId again = add();
        for (TransferId each : List.of(claimed, active, ended, again)) {
            claim(each, 1);
        }
        orders().record(List.of(order(claimed, 1, 71), order(active, 1, 72), order(ended, 1, 73), order(again, 1, 74)));
        activate(active, 1);
        activate(ended, 1);
        activate(again, 1);
        List<GoneOn> first = recover(false, true).goneOn();
        assertThat(recover(false, true).goneOn()).isEqualTo(first).hasSize(4);

        // It lets one write, hears of an end, and claims for another attempt what its agent has given back.
        activate(claimed, 1);
        world().made(new Transition.Finish(new AttemptId(ended, 1), NOW.plusSeconds(101), 4711, null));
        world().made(new Transition.Retry(
                new AttemptId(again, 1),
                PIPE,
                NOW.plusSeconds(101),
                new TransferFailure(ErrorCode.SERVER_RESTARTED, "given back"),
                true,
                NOW));
        claim(again, 2);
        RestartStore.Found second = recover(false, true);

        assertThat(second.goneOn())
                .extracting(GoneOn::order)
                .containsExactly(order(claimed, 1, 71), order(active, 1, 72));
        assertThat(second.goneOn()).extracting(GoneOn::writingFrom).containsOnly(NOW.plusSeconds(1));
        assertThat(stateOf(ended)).isEqualTo("FINISHED");
        assertThat(stateOf(again)).isEqualTo("QUEUED");
        assertThat(second.requeued()).isEqualTo(1);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void untilWhenAgentsWereHeardOnlyGrows() {
        AgentsEpoch epochs = world().bean(AgentsEpoch.class);
        world().jdbc().update("update agents_epoch set heard_until = null");
        assertThat(epochs.heardUntil()).isEmpty();
        epochs.heardUntil(NOW);
        epochs.heardUntil(NOW.minusSeconds(1));
        assertThat(epochs.heardUntil()).contains(NOW);
        epochs.heardUntil(NOW.plusSeconds(1));
        assertThat(epochs.heardUntil()).contains(NOW.plusSeconds(1));
    }
}
