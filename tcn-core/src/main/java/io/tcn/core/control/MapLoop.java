// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The ALTO loop: keeps the mapping from pipes to resources current. It asks with a period, and soon after the pipes
/// have changed. A source that does not answer leaves the last good map in force; transfers never stop for it.
///
/// One thread, given as a scheduler; the only loop that waits for answers of others.
public final class MapLoop {
    private final TransportControlState state;
    private final NetworkMap source;
    private final LoopScheduler loop;
    private final Duration period;
    private final Duration pipeCheck;
    private final Consumer<NetworkMapSnapshot> publisher;
    private final Consumer<String> troubles;
    private List<Pipe> asked = List.of();
    private NetworkMapSnapshot last;
    private int checksLeft;
    private boolean stopped;
    private LoopScheduler.Cancellation next = () -> {};

    /// @param period time between two full refreshes
    /// @param pipeCheck time between two looks at whether there are new pipes; at most `period`
    /// @param publisher takes a new map to the dispatch loop
    /// @param troubles hears why a refresh failed
    public MapLoop(
            TransportControlState state,
            NetworkMap source,
            LoopScheduler loop,
            Duration period,
            Duration pipeCheck,
            Consumer<NetworkMapSnapshot> publisher,
            Consumer<String> troubles) {
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
        this.last = state.snapshot().map();
    }

    /// Begins with a refresh at once.
    public void start() {
        loop.execute(this::run);
    }

    /// Ends; the last map stays.
    public void stop() {
        loop.execute(() -> {
            stopped = true;
            next.cancel();
        });
    }

    /// Looks at the source anew with the next look at the pipes, as what it says may have changed.
    public void refreshSoon() {
        loop.execute(() -> checksLeft = 0);
    }

    private void run() {
        try {
            List<Pipe> pipes = List.copyOf(state.snapshot().pipes().values());
            if (checksLeft <= 0 || !pipes.equals(asked)) {
                refresh(pipes);
            }
            checksLeft--;
        } finally {
            if (!stopped) {
                next = loop.schedule(pipeCheck, this::run);
            }
        }
    }

    private void refresh(List<Pipe> pipes) {
        checksLeft = (int) Math.max(1, period.dividedBy(pipeCheck));
        try {
            NetworkMapSnapshot fresh = source.map(pipes);
            asked = pipes;
            boolean same = fresh.hasSameContent(last);
            MapVersion version =
                    same ? last.version() : new MapVersion(last.version().value() + 1);
            last = new NetworkMapSnapshot(version, fresh.asOf(), fresh.resources(), fresh.pipeResources());
            publisher.accept(last);
        } catch (NetworkMapUnavailableException unavailable) {
            troubles.accept(unavailable.getMessage());
        } catch (RuntimeException defect) {
            // The source is code of ours or of a plug-in: a defect in it must not end the loop.
            troubles.accept("the network map failed: " + defect);
        }
    }
}
