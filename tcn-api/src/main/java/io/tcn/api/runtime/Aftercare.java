// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.ReplicaStore;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.Collection;
import org.springframework.stereotype.Component;

/// What is left to do after transfers have ended: the next source of a file with several. What is to
/// be done stands in the store, so that a restart goes on with it.
@Component
class Aftercare implements LeaderWork {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final EndedTransfers ended;
    private final LoopThread thread;
    private final SteadyLoop nextSources;

    Aftercare(
            EndedTransfers ended,
            ReplicaStore replicaStore,
            JpaTransferStore store,
            ControlPlane controlPlane,
            Sources sources,
            SystemTime time,
            Loops loops) {
        this.ended = ended;
        this.thread = loops.thread("aftercare");
        Replicas replicas = new Replicas(replicaStore, store, controlPlane, sources, time);
        this.nextSources =
                new SteadyLoop(loops.of("aftercare"), thread, LOOK, new EndedWork(ended, replicas::lookAfter));
    }

    /// These were cancelled.
    void ended(Collection<TransferId> transfers) {
        ended.add(transfers);
    }

    @Override
    public void start() {
        nextSources.start();
    }

    @Override
    public void stop() {
        nextSources.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return nextSources.isRunning();
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
