// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.network.LoopThread;
import io.tcn.api.store.HopCleanupStore;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.ReplicaStore;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// What is left to do after transfers have ended: the next source of a file with several, copies at intermediate hops.
/// What is to be done stands in the store, so that a restart goes on with it.
@Component
class Aftercare implements SmartLifecycle {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final EndedTransfers ended;
    private final Replicas replicas;
    private final HopCleanup hops;
    private final LoopThread thread = new LoopThread("aftercare");
    private volatile boolean running;

    Aftercare(
            EndedTransfers ended,
            ReplicaStore replicaStore,
            HopCleanupStore hopStore,
            JpaTransferStore store,
            ControlPlane controlPlane,
            Sources sources,
            SystemTime time) {
        this.ended = ended;
        this.replicas = new Replicas(replicaStore, store, controlPlane, sources, time);
        this.hops = new HopCleanup(hopStore, store, controlPlane, time);
    }

    /// These were cancelled.
    void ended(Collection<TransferId> transfers) {
        ended.add(transfers);
    }

    @Override
    public void start() {
        running = true;
        thread.execute(() -> replicas.lookAfter(null));
        thread.schedule(LOOK, this::look);
    }

    private void look() {
        if (!running) {
            return;
        }
        List<TransferId> transfers = ended.take();
        if (!transfers.isEmpty()) {
            replicas.lookAfter(transfers);
        }
        hops.look();
        thread.schedule(LOOK, this::look);
    }

    @Override
    public void stop() {
        running = false;
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
