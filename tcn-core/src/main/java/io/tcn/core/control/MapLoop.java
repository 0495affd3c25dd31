// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The map loop: keeps the mapping from pipes to resources current. It asks its source with a period, soon after the
/// pipes have changed, and at once when the source tells of a change. A source that has no map leaves the last good
/// one in force; transfers never stop for it.
///
/// One thread, given as a scheduler. It waits for nobody: those who ask servers are feeds of the source.
public final class MapLoop {
    private static final String LOOP = "map";

    private final TransportControlState state;
    private final NetworkMap source;
    private final LoopScheduler loop;
    private final Duration period;
    private final Duration pipeCheck;
    private final Consumer<NetworkMapSnapshot> publisher;
    private final Consumer<String> troubles;
    private final ControlEvents events;
    private final AtomicBoolean told = new AtomicBoolean();
    private @Nullable SortedMap<PipeId, Pipe> asked;
    private NetworkMapSnapshot last;
    private int checksLeft;
    private boolean stopped;
    private LoopScheduler.Cancellation next = () -> {};

    /// @param period time between two full refreshes
    /// @param pipeCheck time between two looks at whether there are new pipes; at most `period`
    /// @param publisher takes a new map to the dispatch loop
    /// @param troubles hears why a refresh failed
    /// @param events hear how a new map differs from the one before, and of defects
    public MapLoop(
            TransportControlState state,
            NetworkMap source,
            LoopScheduler loop,
            Duration period,
            Duration pipeCheck,
            Consumer<NetworkMapSnapshot> publisher,
            Consumer<String> troubles,
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
        this.publisher = publisher;
        this.troubles = troubles;
        this.events = events;
        this.last = state.snapshot().map();
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
                    refresh(state.snapshot().pipes());
                }
            });
        }
    }

    @SuppressWarnings("ReferenceEquality") // the pipes are another map whenever one of them has changed
    private void run() {
        try {
            SortedMap<PipeId, Pipe> pipes = state.snapshot().pipes();
            if (checksLeft <= 0 || pipes != asked) {
                refresh(pipes);
            }
            checksLeft--;
        } finally {
            if (!stopped) {
                next = loop.schedule(pipeCheck, this::run);
            }
        }
    }

    private void refresh(SortedMap<PipeId, Pipe> pipes) {
        checksLeft = (int) Math.max(1, period.dividedBy(pipeCheck));
        try {
            publish(source.map(pipes.values()));
            asked = pipes;
        } catch (NetworkMapUnavailableException unavailable) {
            troubles.accept(unavailable.getMessage());
        } catch (Throwable defect) {
            // The source is code of ours or of a plug-in: a defect in it, errors included, must not end the loop.
            events.stepFailed(LOOP, defect);
            troubles.accept("the network map failed: " + defect);
        }
    }

    /// One event per change; a map with the same content only moves the time at which it was confirmed.
    private void publish(NetworkMapSnapshot fresh) {
        NetworkMapSnapshot before = last;
        boolean same = fresh.hasSameContent(before);
        last = same
                ? before.confirmedBy(fresh)
                : fresh.as(new MapVersion(before.version().value() + 1), fresh.asOf());
        publisher.accept(last);
        if (!same) {
            events.mapChanged(NetworkMapChange.between(before, last));
        }
    }
}
