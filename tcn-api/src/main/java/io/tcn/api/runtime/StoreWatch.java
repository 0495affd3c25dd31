// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.DatabasePing;
import io.tcn.api.store.WatchedStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Looks whether the thread of the store comes back from the database. While it does not, those who wait are told;
/// when it has not for [TcnProperties.Store#stuckAfter()], the process ends. Nothing else takes a thread back from a
/// database that runs in the same process, H2, which can go round for ever in the rollback after a full disk: there the
/// process ends after a minute, and after half a minute when it answers nobody else either.
@Component
final class StoreWatch implements LoopWork {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /// Two looks are never further apart, unless this process stood still.
    private static final Duration LONGEST_STEP = PERIOD.multipliedBy(3);

    /// A database that answers nobody else either has failed by then.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /// No request takes so long while the database answers others.
    static final Duration LONGEST = Duration.ofSeconds(60);

    /// A database in the same process that answers nobody for so long does not come back.
    static final Duration LOST = Duration.ofSeconds(30);

    private final WatchedStore store;
    private final BooleanSupplier answersOthers;
    private final boolean inProcess;
    private final Duration stuckAfter;
    private final Consumer<String> end;
    private Duration watchedFor = Duration.ZERO;
    private Duration lastAge = Duration.ZERO;
    private final OwnLoop loop;

    @Autowired
    StoreWatch(WatchedStore store, DatabaseWatch database, DatabasePing ping, TcnProperties properties, Loops loops) {
        this(
                store,
                database::isUp,
                ping.isInProcess(),
                properties.store().stuckAfter(),
                Emergency.DATABASE_STUCK::end,
                loops);
    }

    StoreWatch(
            WatchedStore store,
            BooleanSupplier answersOthers,
            boolean inProcess,
            Duration stuckAfter,
            Consumer<String> end,
            Loops loops) {
        this.store = store;
        this.answersOthers = answersOthers;
        this.inProcess = inProcess;
        this.stuckAfter = stuckAfter;
        this.end = end;
        this.loop = loops.own("store watch", PERIOD, this::look);
    }

    SteadyLoop.Outcome look() {
        Duration atWork = watchedFor(store.atWork());
        // One in this process may answer others for ever and never come back to the store, after a full disk.
        boolean isLost = inProcess
                && (atWork.compareTo(LONGEST) >= 0 || (atWork.compareTo(LOST) >= 0 && !answersOthers.getAsBoolean()));
        if (isLost || atWork.compareTo(stuckAfter) >= 0) {
            end.accept("The database has not come back from one request for " + atWork.toSeconds() + " s (in "
                    + store.place() + "): the server ends now, to be started again; nothing that was confirmed is lost."
                    + " See whether its disk is full");
        } else if (atWork.compareTo(LONGEST) >= 0
                || (atWork.compareTo(PATIENCE) >= 0 && !answersOthers.getAsBoolean())) {
            store.hangs();
        }
        return SteadyLoop.Outcome.DONE;
    }

    /// How long the try that is under way has been watched. That is less than its age when this process stood still in
    /// between: then the database had no time either.
    private Duration watchedFor(Duration age) {
        Duration since = age.compareTo(lastAge) < 0 ? age : age.minus(lastAge);
        Duration counts = since.compareTo(LONGEST_STEP) > 0 ? LONGEST_STEP : since;
        watchedFor = age.compareTo(lastAge) < 0 || age.isZero() ? counts : watchedFor.plus(counts);
        lastAge = age;
        return watchedFor;
    }

    @Override
    public OwnLoop loop() {
        return loop;
    }
}
