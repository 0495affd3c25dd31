// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The map loop: keeps the mapping from pipes to resources current. It asks its source with a period, soon after the
/// pipes have changed, and at once when the source tells of a change. What the source answers is published in the
/// state, where the control loop and the dispatch loop read it. A source that has no map leaves the last good one in
/// force; transfers never stop for it.
///
/// One thread, given as a scheduler. It waits for nobody: those who ask servers are feeds of the source.
public final class MapLoop {
    private static final String LOOP = "map";
    private static final long NOTHING_ASKED = -1;

    /// Hears on the map loop's thread how the map fares.
    public interface Listener {
        /// The state holds a map that tells something else than the one before, be it only of what resources are or how
        /// the map came to its content: whoever acts by the map has to look at it.
        void changed();

        /// The source has answered, with a map of the same content or of another.
        default void refreshed() {}

        /// The source has not answered, and the last map stays in force.
        void failed(String why);
    }

    private final TransportControlState state;
    private final NetworkMap source;
    private final LoopScheduler loop;
    private final Duration period;
    private final Duration pipeCheck;
    private final Listener listener;
    private final ControlEvents events;
    private final AtomicBoolean told = new AtomicBoolean();
    private long askedVersion = NOTHING_ASKED;
    private int checksLeft;
    private boolean stopped;
    private LoopScheduler.Cancellation next = () -> {};

    /// @param period time between two full refreshes
    /// @param pipeCheck time between two looks at whether there are new pipes; at most `period`
    /// @param events hear how a new map differs from the one before, and of defects
    public MapLoop(
            TransportControlState state,
            NetworkMap source,
            LoopScheduler loop,
            Duration period,
            Duration pipeCheck,
            Listener listener,
            ControlEvents events) {
        if (!period.isPositive() || !pipeCheck.isPositive()) {
            throw new IllegalArgumentException("the period and the time between looks at the pipes must be positive,"
                    + " given were " + period + " and " + pipeCheck);
        }
        this.state = state;
        this.source = source;
        this.loop = loop;
        this.period = period;
        this.pipeCheck = pipeCheck;
        this.listener = listener;
        this.events = events;
    }

    /// Begins with a refresh at once.
    public void start() {
        source.listen(this::refreshSoon);
        loop.execute(this::run);
    }

    /// Ends; the last map stays.
    public void stop() {
        loop.execute(() -> {
            stopped = true;
            next.cancel();
        });
    }

    /// Asks the source anew as soon as the loop is free, as what it says may have changed. Calls before that count as
    /// one. May be called from any thread.
    public void refreshSoon() {
        if (told.compareAndSet(false, true)) {
            loop.execute(() -> {
                told.set(false);
                if (!stopped) {
                    refresh(state.snapshot().pipeTable());
                }
            });
        }
    }

    private void run() {
        try {
            PipeTable pipes = state.snapshot().pipeTable();
            if (checksLeft <= 0 || pipes.version() != askedVersion) {
                refresh(pipes);
            }
            checksLeft--;
        } finally {
            if (!stopped) {
                next = loop.schedule(pipeCheck, this::run);
            }
        }
    }

    private void refresh(PipeTable pipes) {
        checksLeft = (int) Math.max(1, period.dividedBy(pipeCheck));
        try {
            NetworkMapSnapshot answer = source.map(pipes);
            askedVersion = pipes.version();
            // In its turn: what is due at this very moment still goes by the map before.
            loop.execute(() -> publish(answer, pipes));
        } catch (NetworkMapUnavailableException unavailable) {
            state.putNoMap(pipes);
            listener.failed(Objects.requireNonNullElse(unavailable.getMessage(), "no map"));
        } catch (Throwable defect) {
            // The source is code of ours or of a plug-in: a defect in it, errors included, must not end the loop.
            state.putNoMap(pipes);
            defect(defect);
        }
    }

    private void defect(Throwable defect) {
        events.stepFailed(LOOP, defect);
        listener.failed("the network map failed: " + defect);
    }

    /// One event per change of content; a map that tells the same only moves the time at which it was confirmed.
    private void publish(NetworkMapSnapshot answer, PipeTable pipes) {
        try {
            NetworkMapSnapshot before = state.snapshot().map();
            Optional<NetworkMapChange> change = state.putMap(answer, pipes);
            listener.refreshed();
            if (!state.snapshot().map().tellsTheSameAs(before)) {
                listener.changed();
            }
            change.ifPresent(events::mapChanged);
        } catch (Throwable defect) {
            defect(defect);
        }
    }
}
