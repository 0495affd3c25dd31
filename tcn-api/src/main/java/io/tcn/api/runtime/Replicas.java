// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.ReplicaStore;
import io.tcn.api.store.ReplicaStore.Spare;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.replica.SourceStrategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Puts the next source into the place of one that has failed, in jobs with several sources of one file. By `auto` it
/// is the one with the greatest gain of the utility among those left, else the first of them. A crash between the
/// failure and this is made up for at the next start.
final class Replicas {
    private final ReplicaStore replicas;
    private final JpaTransferStore store;
    private final ControlPlane controlPlane;
    private final Sources sources;
    private final TimeSource time;

    Replicas(
            ReplicaStore replicas,
            JpaTransferStore store,
            ControlPlane controlPlane,
            Sources sources,
            TimeSource time) {
        this.replicas = replicas;
        this.store = store;
        this.controlPlane = controlPlane;
        this.sources = sources;
        this.time = time;
    }

    /// Looks after the jobs of transfers that have ended without success; null: after all jobs.
    ///
    /// @return done when the next sources are queued; it fails if they could not be chosen
    CompletableFuture<Void> lookAfter(@Nullable Collection<TransferId> ended) {
        List<TransferId> copy = ended == null ? null : List.copyOf(ended);
        return store.inTurn(() -> useNext(copy)).thenAccept(used -> {
            Map<PipeId, Integer> queued = new TreeMap<>();
            used.forEach(spare -> queued.merge(spare.pipe(), 1, Integer::sum));
            if (!queued.isEmpty()) {
                controlPlane.added(queued, List.of());
            }
        });
    }

    private List<Spare> useNext(@Nullable List<TransferId> ended) {
        List<Spare> chosen = new ArrayList<>();
        replicas.sparesOfStuckJobs(ended).values().forEach(spares -> chosen.add(next(spares)));
        if (chosen.isEmpty()) {
            return chosen;
        }
        List<Boolean> made = replicas.use(chosen, time.now());
        List<Spare> used = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            if (made.get(i)) {
                used.add(chosen.get(i));
            }
        }
        return used;
    }

    private Spare next(List<Spare> spares) {
        Spare first = spares.getFirst();
        String name = first.strategy();
        SourceStrategy strategy =
                name == null ? SourceStrategy.AUTO : SourceStrategy.find(name).orElse(SourceStrategy.ORDERLY);
        boolean byUtility = strategy == SourceStrategy.AUTO;
        return byUtility
                ? spares.get(sources.choose(
                        strategy, spares.stream().map(Spare::pipe).toList(), first.sizeBytes()))
                : first;
    }
}
