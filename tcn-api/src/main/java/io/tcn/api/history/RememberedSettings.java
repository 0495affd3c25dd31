// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.PastSettingStore;
import io.tcn.core.memory.PastSettings;
import io.tcn.core.optimizer.harp.HarpFactory;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// What the history tells of settings, for `harp`: read once before the control plane starts, by one question of
/// bounded size, and kept in memory; what happens after that the optimizer remembers itself. While the database does
/// not answer, nothing is known.
@Component
class RememberedSettings implements SettingHistory, LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(RememberedSettings.class);

    /// As many as the paper's history has transfers: some megabytes.
    static final int MOST_SETTINGS = 20_000;

    /// What is older says little of a network.
    private static final Duration OLDEST = Duration.ofDays(30);

    private final PastSettingStore store;
    private final TimeSource time;
    private final boolean isWanted;
    private volatile PastSettings known = new PastSettings(1);
    private volatile boolean running;

    RememberedSettings(PastSettingStore store, TcnProperties properties, TimeSource time) {
        this.store = store;
        this.time = time;
        this.isWanted = properties.control().optimizer().equals(HarpFactory.NAME)
                && !properties.history().keep().isZero();
    }

    @Override
    public List<PastSetting> like(Wanted wanted) {
        return known.like(wanted);
    }

    @Override
    public void start() {
        running = true;
        if (!isWanted) {
            return;
        }
        PastSettings read = new PastSettings(MOST_SETTINGS);
        try {
            store.newest(MOST_SETTINGS, time.now().minus(OLDEST)).forEach(read::add);
            LOG.info("The history tells what pipes moved on {} numbers of connections", read.size());
        } catch (RuntimeException away) {
            // Without it pipes begin as the heuristic of HARP says.
            LOG.warn("The history cannot tell what pipes moved on their connections: {}", away.getMessage());
        }
        known = read;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// Before the control plane, which asks soon after its start.
    @Override
    public int getPhase() {
        return -1;
    }
}
