// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What lies where, by what the store has recorded and the data plane has done; and whether the loop knows it: of
/// each destination one attempt at most is at work there, by its owner, and with evidence of earlier writes exactly
/// if something may lie there.
///
/// Calls come from within the loop, which survives what a data plane throws: what is wrong is kept for the checks.
final class DestinationModel {
    private final Happenings happenings;
    private final Function<DestinationKey, Optional<TransferId>> ownerInLoop;
    private final boolean knowsRemains;
    private final Map<DestinationKey, AttemptId> atWork = new HashMap<>();
    private final Set<AttemptId> wrote = new HashSet<>();
    private final Set<DestinationKey> remains = new HashSet<>();
    private final Map<DestinationKey, TransferId> goesOn = new HashMap<>();
    private final Map<TransferId, DestinationKey> left = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /// @param ownerInLoop the owner that the loop knows of a destination
    /// @param knowsRemains whether the data plane says unclean only where something may lie
    DestinationModel(
            Happenings happenings, Function<DestinationKey, Optional<TransferId>> ownerInLoop, boolean knowsRemains) {
        this.knowsRemains = knowsRemains;
        this.happenings = happenings;
        this.ownerInLoop = ownerInLoop;
    }

    // --- what the data plane does

    void started(Attempt attempt) {
        DestinationKey key = keyOf(attempt);
        if (key == null) {
            return;
        }
        enters(key, attempt, "start");
        TransferId other = goesOn.get(key);
        if (other != null && !other.equals(attempt.id().transfer())) {
            wrong("started where an unclean retry goes on: %s at %s of %s".formatted(attempt.id(), key, other));
        }
    }

    void cleanUpStarted(Attempt attempt) {
        DestinationKey key = keyOf(attempt);
        if (key != null) {
            enters(key, attempt, "clean-up");
        }
    }

    private void enters(DestinationKey key, Attempt attempt, String what) {
        AttemptId other = atWork.putIfAbsent(key, attempt.id());
        if (other != null) {
            wrong("two at one destination: %s and %s of %s at %s".formatted(other, what, attempt.id(), key));
        }
        Optional<TransferId> owner = ownerInLoop.apply(key);
        if (!owner.equals(Optional.of(attempt.id().transfer()))) {
            wrong("%s without owning: %s at %s, owned by %s".formatted(what, attempt.id(), key, owner));
        }
        boolean isTold = attempt.earlier() != null;
        if (knowsRemains && isTold != remains.contains(key)) {
            wrong("%s of %s at %s: %s"
                    .formatted(what, attempt.id(), key, isTold ? "stale evidence" : "evidence was lost"));
        }
    }

    void wrote(AttemptId attempt) {
        wrote.add(attempt);
    }

    /// An attempt or a clean-up is at work no longer.
    void leaves(Attempt attempt) {
        DestinationKey key = keyOf(attempt);
        if (key != null) {
            atWork.remove(key, attempt.id());
        }
    }

    void cleanedUp(Attempt attempt) {
        DestinationKey key = keyOf(attempt);
        if (key != null) {
            remains.remove(key);
        }
    }

    private static @Nullable DestinationKey keyOf(Attempt attempt) {
        return DestinationKey.find(attempt.transfer().destination()).orElse(null);
    }

    // --- what the store records

    /// A transition was made.
    ///
    /// @param key of the destination of its transfer
    void recorded(Transition transition, DestinationKey key) {
        TransferId transfer = transition.transfer();
        switch (transition) {
            case Transition.Finish _ -> clean(key);
            case Transition.Fail fail -> ended(key, transfer, fail.attempt(), fail.destinationClean(), false);
            case Transition.Retry retry -> ended(key, transfer, retry.attempt(), retry.destinationClean(), true);
            case Transition.Stopped stop -> ended(key, transfer, stop.attempt(), stop.destinationClean(), false);
            case Transition.Claim _, Transition.Activate _, Transition.Release _, Transition.Abandon _ -> {
                // Nothing is written by it.
            }
        }
    }

    private void ended(DestinationKey key, TransferId transfer, AttemptId attempt, boolean isClean, boolean willGoOn) {
        boolean mayHold = wrote.contains(attempt) || remains.contains(key);
        clean(key);
        if (isClean || !mayHold) {
            return;
        }
        remains.add(key);
        if (willGoOn) {
            goesOn.put(key, transfer);
        } else {
            left.put(transfer, key);
        }
        happenings.add(willGoOn ? Happening.UNCLEAN_RETRY : Happening.UNCLEAN_END);
    }

    private void clean(DestinationKey key) {
        remains.remove(key);
        goesOn.remove(key);
        left.values().removeIf(key::equals);
    }

    /// A queued transfer was cancelled: what it has left is nobody's.
    void canceledInQueue(TransferId transfer, DestinationKey key) {
        if (goesOn.remove(key, transfer)) {
            left.put(transfer, key);
        }
    }

    // --- what is asked

    /// Transfers that are over and have left something.
    List<TransferId> haveLeft() {
        return List.copyOf(left.keySet());
    }

    /// A clean-up for a transfer was answered.
    void removed(TransferId transfer) {
        left.remove(transfer);
    }

    /// Who goes on after an unclean end, and owns the destination even at rest.
    Optional<TransferId> whoGoesOn(DestinationKey key) {
        return Optional.ofNullable(goesOn.get(key));
    }

    void wrong(String what) {
        wrong.add(what);
    }

    /// What was found wrong so far.
    List<String> wrong() {
        return List.copyOf(wrong);
    }
}
