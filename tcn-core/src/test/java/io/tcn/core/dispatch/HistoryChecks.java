// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.Attempt;
import io.tcn.core.state.PipeActivity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What must hold of a history: after each step, where all is at rest, and at its end.
final class HistoryChecks {
    private final HistoryWorld world;
    private final Map<PipeId, Integer> openBefore = new HashMap<>();

    HistoryChecks(HistoryWorld world) {
        this.world = world;
    }

    /// After each step: one at a destination, starts in order, no limit and no n exceeded, and the loop tells what is
    /// active. Runs so often that descriptions of what is right would take most of the time.
    void now() {
        if (!world.destinations.wrong().isEmpty()) {
            fail("destinations: %s", world.destinations.wrong());
        }
        world.dataPlane.takeStarted().forEach(this::checkOrder);
        List<TransferId> claiming = world.store.claiming();
        Map<Pipe, Integer> open = new HashMap<>();
        for (HistoryPipe pipe : world.pipes) {
            PipeActivity activity = world.state.activityOf(pipe.id());
            long active = activity.activeTransfers();
            if (pipe.isDeclared()) {
                long claimed = claiming.stream()
                        .filter(id -> world.transfer(id).pipe().equals(pipe.id()))
                        .count();
                long running = world.dataPlane.runningOn(pipe.id());
                if (active != running + claimed) {
                    fail("%s: %d run and %d claims are under way, but told is %s", pipe, running, claimed, activity);
                }
            }
            if (activity.activeConnections() < active) {
                fail("connections of %s: %s", pipe, activity);
            }
            checkN(pipe, activity);
            open.put(pipe.declaration(), activity.activeConnections());
        }
        world.forced.clear();
        world.limits.check(open);
    }

    private void checkOrder(Attempt started) {
        for (TransferId predecessor : started.transfer().after()) {
            TransferState state = world.stateOf(world.transfer(predecessor));
            if (state != TransferState.FINISHED) {
                fail("%s starts, and %s, for which it waits, is %s", started.id(), predecessor, state);
            }
        }
    }

    /// More than n may be open only where n was lowered, and then the number falls, or where a start was forced.
    private void checkN(HistoryPipe pipe, PipeActivity activity) {
        int n = world.decided.getOrDefault(pipe.id(), 1);
        int before = Objects.requireNonNullElse(openBefore.put(pipe.id(), activity.activeConnections()), 0);
        int allowed = Math.max(Math.max(n, before), activity.activeTransfers());
        if (activity.activeConnections() > allowed && !world.forced.contains(pipe.id())) {
            fail("connections of %s, n = %d, before %d: %s", pipe, n, before, activity);
        }
    }

    /// Where nothing is under way: the loop counts as the store does, and whoever goes on after an unclean end owns his
    /// destination, and nobody else does.
    void atRest() {
        for (HistoryPipe pipe : world.pipes) {
            if (pipe.isDeclared()) {
                PipeActivity activity = endedAsStored(pipe);
                assertThat(activity.queuedTransfers() + activity.waitingTransfers())
                        .as("queued and waiting of %s: %s", pipe, activity)
                        .isEqualTo(count(pipe, TransferState.QUEUED) + count(pipe, TransferState.WAITING));
            }
        }
        for (DestinationKey key : world.allDestinations()) {
            assertThat(world.loop.ownerOf(key))
                    .as("owner of %s at rest", key)
                    .isEqualTo(world.destinations.whoGoesOn(key));
        }
    }

    /// Where nothing is under way after long: nothing waits that could run.
    void nothingIsStuck() {
        for (Transfer transfer : world.allTransfers()) {
            if (world.stateOf(transfer) != TransferState.QUEUED
                    || world.pipeOf(transfer).isHeld()) {
                continue;
            }
            TransferId owner = DestinationKey.find(transfer.destination())
                    .flatMap(world.loop::ownerOf)
                    .orElse(transfer.id());
            if (!world.pipeOf(world.transfer(owner)).isHeld()) {
                fail(
                        "%s on %s waits for ever, its destination is owned by %s; %s",
                        transfer.id(), transfer.pipe(), owner, whatHoldsPipes());
            }
        }
    }

    private String whatHoldsPipes() {
        StringBuilder text = new StringBuilder();
        world.pipes.forEach(pipe -> text.append(pipe)
                .append(": limit ")
                .append(world.loop.limitOf(pipe.id()))
                .append(", hold ")
                .append(world.loop.holdOf(pipe.id()))
                .append("; "));
        return text.toString();
    }

    /// At the end: nothing is open, nothing is owned, and all has ended as it may.
    void atEnd() {
        assertThat(world.state.transfers().waitingCount())
                .as("transfers that wait for others")
                .isZero();
        for (DestinationKey key : world.allDestinations()) {
            assertThat(world.loop.ownerOf(key))
                    .as("owner of %s at the end", key)
                    .isEmpty();
        }
        for (HistoryPipe pipe : world.pipes) {
            if (pipe.isDeclared()) {
                PipeActivity activity = endedAsStored(pipe);
                assertThat(activity.queuedTransfers() + activity.waitingTransfers())
                        .as("queued and waiting of %s: %s", pipe, activity)
                        .isZero();
            }
        }
        for (Transfer transfer : world.allTransfers()) {
            TransferState end = world.stateOf(transfer);
            if (end != TransferState.CANCELED) {
                assertThat(transfer.after())
                        .as("what had to finish before %s, which is %s", transfer, end)
                        .allMatch(id -> world.stateOf(world.transfer(id)) == TransferState.FINISHED);
            }
        }
    }

    /// Nothing of a pipe is active, and its transfers have ended as the store says.
    private PipeActivity endedAsStored(HistoryPipe pipe) {
        PipeActivity activity = world.state.activityOf(pipe.id());
        assertThat(activity.activeTransfers()).as("active of %s", activity).isZero();
        assertThat(activity.activeConnections())
                .as("connections of %s", activity)
                .isZero();
        assertThat(activity.finishedTransfers())
                .as("finished of %s", pipe)
                .isEqualTo(count(pipe, TransferState.FINISHED));
        assertThat(activity.finishedBytes())
                .as("bytes of %s", pipe)
                .isEqualTo(10 * count(pipe, TransferState.FINISHED));
        assertThat(activity.failedTransfers()).as("failed of %s", pipe).isEqualTo(count(pipe, TransferState.FAILED));
        assertThat(activity.canceledTransfers())
                .as("cancelled of %s", pipe)
                .isEqualTo(count(pipe, TransferState.CANCELED));
        return activity;
    }

    private long count(HistoryPipe pipe, TransferState what) {
        return world.allTransfers().stream()
                .filter(transfer -> transfer.pipe().equals(pipe.id())
                        && pipe.counts(transfer.id())
                        && world.stateOf(transfer) == what)
                .count();
    }
}
