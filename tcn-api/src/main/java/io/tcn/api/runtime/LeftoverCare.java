// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.LeftoverNotes;
import io.tcn.api.store.LeftoverStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/// The loop that removes what transfers that are over have left at their destinations, and how many such there are.
@Component
public final class LeftoverCare implements LeaderWork {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration COUNT = Duration.ofSeconds(15);

    private final ControlPlane controlPlane;
    private final JpaTransferStore store;
    private final LeftoverStore leftovers;
    private final StoredLeftovers list;
    private final LoopThread thread;
    private final SteadyLoop removing;
    private final SteadyLoop counting;
    private volatile long count;

    LeftoverCare(
            ControlPlane controlPlane,
            JpaTransferStore store,
            LeftoverStore leftovers,
            LeftoverNotes notes,
            TcnProperties properties,
            SystemTime time,
            Loops loops) {
        this.controlPlane = controlPlane;
        this.store = store;
        this.leftovers = leftovers;
        this.list = new StoredLeftovers(leftovers, notes, store, time);
        this.thread = loops.thread("leftovers");
        LoopState state = loops.of("leftovers");
        this.removing = new SteadyLoop(
                state,
                thread,
                LOOK,
                new Leftovers(
                        list,
                        (left, answer) -> controlPlane.dispatch().cleanUp(left, answer),
                        thread,
                        state,
                        time,
                        properties.leftovers().giveUpAfter()));
        this.counting = new SteadyLoop(state, thread, COUNT, new Errand(this::count));
    }

    private CompletableFuture<?> count() {
        return store.inTurn(leftovers::count).thenAccept(found -> count = found);
    }

    /// How many destinations may hold something of transfers, as of some seconds ago.
    public long known() {
        return count;
    }

    @Override
    public void start() {
        list.end(controlPlane.halfCanceled());
        removing.start();
        counting.start();
    }

    @Override
    public void stop() {
        removing.stop();
        counting.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return removing.isRunning();
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
