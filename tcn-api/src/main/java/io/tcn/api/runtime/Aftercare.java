// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.ReplicaStore;
import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.Collection;
import org.springframework.stereotype.Component;

/// What is left to do after transfers have ended: the next source of a file with several. What is to
/// be done stands in the store, so that a restart goes on with it.
@Component
class Aftercare implements LeaderWork, LoopWork {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final EndedTransfers ended;
    private final OwnLoop nextSources;

    Aftercare(
            EndedTransfers ended,
            ReplicaStore replicaStore,
            JpaTransferStore store,
            ControlPlane controlPlane,
            Sources sources,
            SystemTime time,
            Loops loops) {
        this.ended = ended;
        // As if they had been cancelled: what waits for them is given up, a file goes on with another of its sources.
        store.onGivenUp(transfers -> {
            controlPlane.dispatch().transfersCanceled(transfers);
            ended.add(transfers.stream().map(CanceledTransfer::transfer).toList());
        });
        Replicas replicas = new Replicas(replicaStore, store, controlPlane, sources, time);
        this.nextSources = loops.own("aftercare", LOOK, new EndedWork(ended, replicas::lookAfter));
    }

    /// These were cancelled.
    void ended(Collection<TransferId> transfers) {
        ended.add(transfers);
    }

    @Override
    public OwnLoop loop() {
        return nextSources;
    }
}
