// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.Groups;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Why transfers are as they are at this moment: each has one cause, the first that holds in the order in which the
/// dispatch loop meets them; before all others that its credentials have ended, because nothing else helps it then.
/// What
/// is in memory is looked at first; the store is asked twice for a page of transfers, once more for credentials, while
/// there are groups and while a limit of a token is full, never per transfer.
@Component
public class TransferCauses {
    private static final int MOST_NAMED = 10;
    private static final String GROUP = "group";

    /// What a transfer waits for with others of its pipe.
    private static final Set<CauseCode> TURNS = EnumSet.of(
            CauseCode.BOUND,
            CauseCode.CONNECTION_LIMIT,
            CauseCode.PIPE_MAXIMUM,
            CauseCode.CAPACITY,
            CauseCode.OPTIMIZER,
            CauseCode.STARTING);

    /// What a transfer waits for that nobody can move.
    private static final Set<CauseCode> NOBODY = EnumSet.of(CauseCode.NO_AGENT, CauseCode.NO_CREDENTIAL);

    private final ControlPlane controlPlane;
    private final Directory directory;
    private final PipeCauses pipes;
    private final QueuedCauses queued;
    private final RunningCauses running;
    private final RateCauses rates;
    private final WaitReader reader;
    private final Groups groups;
    private final Turns turns;

    TransferCauses(
            ControlPlane controlPlane,
            Directory directory,
            PipeCauses pipes,
            QueuedCauses queued,
            RunningCauses running,
            RateCauses rates,
            WaitReader reader,
            Groups groups,
            Turns turns) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.pipes = pipes;
        this.queued = queued;
        this.running = running;
        this.rates = rates;
        this.reader = reader;
        this.groups = groups;
        this.turns = turns;
    }

    /// The causes of some transfers, by number.
    public Map<Long, Cause> of(Collection<TransferView> page) {
        Map<Long, List<Long>> predecessors = reader.predecessors(numbers(page, is(TransferState.WAITING)));
        Map<Long, Instant> tries = reader.nextTries(numbers(page, TransferCauses::wasTried));
        Map<Long, Instant> ends = reader.credentialEnds(numbers(page, TransferCauses::hasCredentials));
        Groups.Order order = groups.order();
        Map<Long, GroupId> ofGroups =
                order.rests().isEmpty() ? Map.of() : reader.groups(numbers(page, is(TransferState.QUEUED)));
        boolean anyLimit = rates.isAnyAsked()
                || controlPlane.dispatch().limitsInUse().stream()
                        .anyMatch(use -> !use.inTheWay().isEmpty());
        Map<Long, LimitId> limits = anyLimit
                ? reader.limits(numbers(page, is(TransferState.QUEUED).or(is(TransferState.ACTIVE))))
                : Map.of();
        QueuedCauses.Page inQueue = queued.page();
        Map<Long, Cause> causes = new HashMap<>();
        for (TransferView transfer : page) {
            causes.put(
                    transfer.id(),
                    switch (transfer.state()) {
                        case WAITING -> waiting(predecessors.getOrDefault(transfer.id(), List.of()));
                        case QUEUED ->
                            inGroup(
                                    inQueue.of(
                                            transfer,
                                            ends.get(transfer.id()),
                                            tries.get(transfer.id()),
                                            limits.get(transfer.id())),
                                    ofGroups.get(transfer.id()),
                                    order);
                        case CLAIMED -> claimed(transfer);
                        case ACTIVE -> running.of(transfer, limits.get(transfer.id()));
                        case FINISHED -> over(CauseCode.FINISHED, "it has finished", transfer);
                        case FAILED -> over(CauseCode.FAILED, "it was given up", transfer);
                        case CANCELED -> over(CauseCode.CANCELED, "it was cancelled", transfer);
                    });
        }
        return causes;
    }

    /// One that nobody has in his hands is on its way to an agent, or back because there is none.
    private Cause claimed(TransferView transfer) {
        AttemptId attempt = new AttemptId(TransferId.of(transfer.id()), transfer.attempts());
        return pipes.held(PipeId.of(transfer.pipeId()))
                .filter(held -> NOBODY.contains(held.code()) && !controlPlane.isUnderWay(attempt))
                .orElseGet(() -> preparing(transfer));
    }

    /// The same with the place of its group, where the group's turn is what it waits for.
    private static Cause inGroup(Cause cause, @Nullable GroupId group, Groups.Order order) {
        if (group == null || !TURNS.contains(cause.code())) {
            return cause;
        }
        int places = order.plan().places().size();
        int place = order.plan().rankOf(group);
        String name = order.nameOf(group);
        return place == 0 || name == null
                ? cause
                : new Cause(
                                cause.code(),
                                cause.text() + "; its group " + name + " goes at place " + place + " of " + places,
                                cause.details(),
                                cause.next())
                        .with(GROUP, name)
                        .with("groupPlace", place);
    }

    /// The cause of one transfer; of one that waits for its turn with how many go before it.
    public Cause of(TransferView transfer) {
        Cause cause =
                of(List.of(transfer)).getOrDefault(transfer.id(), Cause.of(CauseCode.STARTING, "it has just changed"));
        boolean waits = transfer.state() == TransferState.QUEUED && TURNS.contains(cause.code());
        Cause told = waits ? behind(cause, transfer) : cause;
        // Of one that runs its pipe tells that.
        return transfer.state() == TransferState.QUEUED || transfer.state() == TransferState.CLAIMED
                ? directory
                        .findPipe(PipeId.of(transfer.pipeId()))
                        .map(pipe -> UnreachedEnds.add(told, pipe, controlPlane.unreached()))
                        .orElse(told)
                : told;
    }

    private Cause behind(Cause cause, TransferView transfer) {
        return turns.of(transfer)
                .map(turn -> new Cause(cause.code(), cause.text() + "; " + turn.text(), cause.details(), cause.next())
                        .with("ahead", turn.place().ahead())
                        .with("takesTurnsWith", turn.place().inTurn())
                        .with("priority", transfer.priority()))
                .orElse(cause);
    }

    private static List<Long> numbers(Collection<TransferView> page, Predicate<TransferView> which) {
        return page.stream().filter(which).map(TransferView::id).toList();
    }

    private static Predicate<TransferView> is(TransferState state) {
        return transfer -> transfer.state() == state;
    }

    /// Only what was tried before is tried again later.
    private static boolean wasTried(TransferView transfer) {
        return transfer.state() == TransferState.QUEUED && transfer.attempts() > 0;
    }

    /// Only what is not over needs its credentials.
    private static boolean hasCredentials(TransferView transfer) {
        return transfer.state() == TransferState.QUEUED
                && (transfer.sourceToken() != null || transfer.destinationToken() != null);
    }

    private static Cause over(CauseCode code, String words, TransferView transfer) {
        String reason = transfer.reason();
        boolean told = code != CauseCode.FINISHED && reason != null && !reason.isBlank();
        return Cause.of(code, told ? words + ": " + reason : words).with("at", transfer.finishTime());
    }

    private static Cause waiting(List<Long> predecessors) {
        if (predecessors.isEmpty()) {
            return Cause.of(
                    CauseCode.SPARE_SOURCE,
                    "it is used if the source before it fails, or its predecessors have just finished");
        }
        String named =
                predecessors.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return Cause.of(
                        CauseCode.PREDECESSOR,
                        "it comes after transfer " + named
                                + (predecessors.size() > MOST_NAMED
                                        ? " and " + (predecessors.size() - MOST_NAMED) + " more"
                                        : ""))
                .with("predecessors", predecessors.stream().limit(MOST_NAMED).toList())
                .with("predecessorsInAll", predecessors.size());
    }

    private Cause preparing(TransferView transfer) {
        Optional<Instant> since = controlPlane.dispatch().preparingSince(TransferId.of(transfer.id()));
        return Cause.of(
                        CauseCode.PREPARING,
                        "both ends are being looked at"
                                + since.map(at -> " since " + at.truncatedTo(ChronoUnit.SECONDS))
                                        .orElse("")
                                + "; nothing is written yet")
                .with("since", since.orElse(null));
    }
}
