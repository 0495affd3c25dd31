// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopState;
import io.tcn.core.control.MapLoop;
import io.tcn.core.dispatch.StateWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes word of another map to the dispatch loop, and says how refreshes go: in health, and in the log once and not at
/// each look.
final class MapRefreshes implements MapLoop.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(MapRefreshes.class);

    private final LoopState refreshes;
    private final StateWriter writer;

    MapRefreshes(LoopState refreshes, StateWriter writer) {
        this.refreshes = refreshes;
        this.writer = writer;
    }

    @Override
    public void changed() {
        writer.mapChanged();
    }

    @Override
    public void refreshed() {
        refreshes.worked();
    }

    @Override
    public void failed(String why) {
        if (refreshes.failed("the network map could not be refreshed, the last one stays in force")) {
            LOG.warn("The network map was not refreshed, the last one stays in force: {}", why);
        }
    }
}
