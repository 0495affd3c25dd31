// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Keeps a network map current as the ALTO loop does: asks the source whenever it tells of a change, gives the answer
/// the next version if its content is another one, and works out the difference. Without the state of the control
/// plane, which takes in pipes one by one.
final class MapFollower {
    /// Hears each map.
    @FunctionalInterface
    interface Listener {
        /// @param change what is different from the map before; nothing if only its age is
        void published(NetworkMapSnapshot map, NetworkMapChange change);
    }

    private final NetworkMap source;
    private final PipeTable pipes;
    private final LoopScheduler loop;
    private final Listener listener;
    private final AtomicBoolean told = new AtomicBoolean();
    private NetworkMapSnapshot last;

    MapFollower(NetworkMap source, List<Pipe> pipes, LoopScheduler loop, NetworkMapSnapshot first, Listener listener) {
        this.source = source;
        this.pipes = new PipeTable(1, List.copyOf(pipes));
        this.loop = loop;
        this.last = first;
        this.listener = listener;
    }

    void start() {
        source.listen(this::refreshSoon);
        refreshSoon();
    }

    private void refreshSoon() {
        if (told.compareAndSet(false, true)) {
            loop.execute(() -> {
                told.set(false);
                refresh();
            });
        }
    }

    private void refresh() {
        NetworkMapSnapshot fresh;
        try {
            fresh = source.map(pipes);
        } catch (NetworkMapUnavailableException unavailable) {
            return;
        }
        NetworkMapSnapshot before = last;
        last = fresh.hasSameContent(before)
                ? before.confirmedBy(fresh)
                : fresh.as(new MapVersion(before.version().value() + 1), fresh.asOf());
        listener.published(last, NetworkMapChange.between(before, last));
    }
}
