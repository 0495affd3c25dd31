// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.store.TransferView;
import io.tcn.api.why.Cause;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.LinkedHashMap;
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

    TransferViews(ControlPlane controlPlane, TransferCauses causes) {
        this.controlPlane = controlPlane;
        this.causes = causes;
    }

    List<Map<String, Object>> of(List<TransferView> page) {
        Map<Long, Cause> waits = causes.of(page.stream()
                .filter(transfer ->
                        transfer.state() == TransferState.QUEUED || transfer.state() == TransferState.WAITING)
                .toList());
        return page.stream()
                .map(transfer -> view(transfer, waits.get(transfer.id())))
                .toList();
    }

    Map<String, Object> of(TransferView transfer) {
        return of(List.of(transfer)).getFirst();
    }

    private Map<String, Object> view(TransferView transfer, @Nullable Cause waits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", transfer.id());
        json.put("jobId", transfer.jobId());
        json.put("pipe", transfer.pipeId());
        json.put("source", transfer.source());
        json.put("destination", transfer.destination());
        json.put("state", transfer.state().name());
        json.put("priority", transfer.priority());
        json.put("sizeBytes", transfer.sizeBytes() < 0 ? null : transfer.sizeBytes());
        json.put("checksum", transfer.verified());
        json.put("attempts", transfer.attempts());
        json.put("retries", transfer.retries());
        json.put("startTime", transfer.startTime());
        json.put("finishTime", transfer.finishTime());
        boolean failed = transfer.state() == TransferState.FAILED || transfer.state() == TransferState.CANCELED;
        json.put("reason", failed ? transfer.reason() : null);
        json.put("lastError", failed || transfer.state() == TransferState.FINISHED ? null : transfer.reason());
        json.put("waits", waits == null ? null : waits.text());
        json.put("waitsFor", waits == null ? null : waits.code().name());
        Optional<AttemptProgress> progress = progress(transfer);
        json.put("movedBytes", progress.map(AttemptProgress::movedBytes).orElse(null));
        json.put("throughputBps", progress.map(AttemptProgress::meanBps).orElse(null));
        return json;
    }

    private Optional<AttemptProgress> progress(TransferView transfer) {
        return transfer.state() == TransferState.ACTIVE
                ? controlPlane.progressOf(new AttemptId(TransferId.of(transfer.id()), transfer.attempts()))
                : Optional.empty();
    }
}
