// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.JpaTransferStore;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueuedTransfer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/// Starts queued transfers at once, beyond what the control loop has decided.
@Component
public class ForcedStarts {
    private final JpaTransferStore store;
    private final ControlPlane controlPlane;

    ForcedStarts(JpaTransferStore store, ControlPlane controlPlane) {
        this.store = store;
        this.controlPlane = controlPlane;
    }

    /// Starts transfers.
    ///
    /// @return why not, for those that could not be started
    public CompletableFuture<SortedMap<TransferId, String>> start(Collection<TransferId> transfers) {
        Set<TransferId> wanted = new LinkedHashSet<>(transfers);
        return store.queuedOf(wanted).thenCompose(this::startAll).thenCompose(refused -> explain(wanted, refused));
    }

    /// What the dispatch loop has started, and what it has not.
    private record Outcome(Set<TransferId> started, Set<TransferId> refused) {}

    private CompletableFuture<Outcome> startAll(List<QueuedTransfer> queued) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (QueuedTransfer transfer : queued) {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            controlPlane.dispatch().forceStart(transfer, answer::complete);
            answers.add(answer);
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Outcome outcome = new Outcome(new LinkedHashSet<>(), new LinkedHashSet<>());
                    for (int i = 0; i < answers.size(); i++) {
                        (answers.get(i).join() ? outcome.started() : outcome.refused())
                                .add(queued.get(i).transfer().id());
                    }
                    return outcome;
                });
    }

    private CompletableFuture<SortedMap<TransferId, String>> explain(Set<TransferId> wanted, Outcome outcome) {
        return store.statesOf(wanted).thenApply(known -> {
            SortedMap<TransferId, String> errors = new TreeMap<>();
            for (TransferId transfer : wanted) {
                TransferState state = known.get(transfer);
                if (state == null) {
                    errors.put(transfer, "There is no file of this number");
                } else if (outcome.refused().contains(transfer)) {
                    errors.put(transfer, refusal(transfer));
                } else if (!outcome.started().contains(transfer)) {
                    errors.put(transfer, "The file is not in the state SUBMITTED, but " + state);
                }
            }
            return errors;
        });
    }

    private static String refusal(TransferId transfer) {
        return "Nothing may start now: a limit or a bound has no room, its storage is banned, another transfer owns its"
                + " destination, or the server is drained; GET /tcn/v1/transfers/" + transfer + "/why tells which";
    }
}
