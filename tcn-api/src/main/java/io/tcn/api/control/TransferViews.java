// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.store.TransferLimitStore;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.api.why.Cause;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Transfers as callers see them: what they are, how far they have come, and what they wait for.
@Component
class TransferViews {
    private final ControlPlane controlPlane;
    private final TransferCauses causes;
    private final WaitReader reader;
    private final TransferLimitStore limits;

    TransferViews(ControlPlane controlPlane, TransferCauses causes, WaitReader reader, TransferLimitStore limits) {
        this.reader = reader;
        this.limits = limits;
        this.controlPlane = controlPlane;
        this.causes = causes;
    }

    List<WorkAnswers.TransferAnswer> of(List<TransferView> page) {
        Map<Long, Cause> waits = causes.of(page.stream()
                .filter(transfer ->
                        transfer.state() == TransferState.QUEUED || transfer.state() == TransferState.WAITING)
                .toList());
        Map<Long, LimitId> under = reader.limits(page.stream()
                .filter(transfer -> !transfer.state().isTerminal())
                .map(TransferView::id)
                .toList());
        Map<LimitId, Double> rates = under.isEmpty() ? Map.of() : limits.rates(new HashSet<>(under.values()));
        return page.stream()
                .map(transfer -> view(transfer, waits.get(transfer.id()), rateOf(under.get(transfer.id()), rates)))
                .toList();
    }

    private static @Nullable Double rateOf(@Nullable LimitId limit, Map<LimitId, Double> rates) {
        return limit == null ? null : rates.get(limit);
    }

    WorkAnswers.TransferAnswer of(TransferView transfer, Includes.@Nullable IncludedAnswer included) {
        return of(List.of(transfer)).getFirst().with(included);
    }

    private WorkAnswers.TransferAnswer view(TransferView transfer, @Nullable Cause waits, @Nullable Double rateBps) {
        boolean failed = transfer.state() == TransferState.FAILED || transfer.state() == TransferState.CANCELED;
        Optional<AttemptProgress> progress = progress(transfer);
        return new WorkAnswers.TransferAnswer(
                transfer.id(),
                transfer.jobId(),
                transfer.pipeId(),
                transfer.source().shown(),
                transfer.destination().shown(),
                transfer.state(),
                transfer.priority(),
                transfer.sizeBytes() < 0 ? null : (Long) transfer.sizeBytes(),
                transfer.verified(),
                transfer.attempts(),
                transfer.retries(),
                transfer.startTime(),
                transfer.finishTime(),
                failed ? transfer.reason() : null,
                failed || transfer.state() == TransferState.FINISHED ? null : transfer.reason(),
                waits == null ? null : waits.text(),
                waits == null ? null : waits.code(),
                progress.map(AttemptProgress::movedBytes).orElse(null),
                progress.map(AttemptProgress::meanBps).orElse(null),
                rateBps,
                null);
    }

    private Optional<AttemptProgress> progress(TransferView transfer) {
        return transfer.state() == TransferState.ACTIVE
                ? controlPlane.progressOf(new AttemptId(TransferId.of(transfer.id()), transfer.attempts()))
                : Optional.empty();
    }
}
