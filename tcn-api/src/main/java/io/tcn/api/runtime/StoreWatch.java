// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.JpaTransferStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Looks whether the thread of the store comes back from the database. While it does not, those who wait are told; when
/// it has not for [TcnProperties.Store#stuckAfter()], the process ends, because nothing else takes a thread back from a
/// database that runs in the same process: H2 can go round for ever in the rollback after a full disk.
@Component
final class StoreWatch implements SmartLifecycle {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /// A database that answers nobody else either has failed by then.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /// No request takes so long while the database answers others.
    static final Duration LONGEST = Duration.ofSeconds(60);

    /// The store, as far as it is watched.
    interface Watched {
        Duration atWork();

        String place();

        void hangs();
    }

    private final Watched store;
    private final BooleanSupplier answersOthers;
    private final Duration stuckAfter;
    private final Consumer<String> end;
    private final LoopThread thread;
    private final SteadyLoop loop;

    @Autowired
    StoreWatch(JpaTransferStore store, DatabaseWatch database, TcnProperties properties, Loops loops) {
        this(watched(store), database::isUp, properties.store().stuckAfter(), Emergency.DATABASE_STUCK::end, loops);
    }

    StoreWatch(Watched store, BooleanSupplier answersOthers, Duration stuckAfter, Consumer<String> end, Loops loops) {
        this.store = store;
        this.answersOthers = answersOthers;
        this.stuckAfter = stuckAfter;
        this.end = end;
        this.thread = loops.thread("store watch");
        this.loop = new SteadyLoop(loops.of("store watch"), thread, PERIOD, this::look);
    }

    private static Watched watched(JpaTransferStore store) {
        return new Watched() {
            @Override
            public Duration atWork() {
                return store.atWork();
            }

            @Override
            public String place() {
                return store.place();
            }

            @Override
            public void hangs() {
                store.hangs();
            }
        };
    }

    SteadyLoop.Outcome look() {
        Duration atWork = store.atWork();
        if (atWork.compareTo(stuckAfter) >= 0) {
            end.accept("The database has not come back from one request for " + atWork.toSeconds() + " s (in "
                    + store.place() + "): the server ends now, to be started again; nothing that was confirmed is lost."
                    + " See whether its disk is full");
        } else if (atWork.compareTo(LONGEST) >= 0
                || (atWork.compareTo(PATIENCE) >= 0 && !answersOthers.getAsBoolean())) {
            store.hangs();
        }
        return SteadyLoop.Outcome.DONE;
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    /// Like [DatabaseWatch]: after the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
