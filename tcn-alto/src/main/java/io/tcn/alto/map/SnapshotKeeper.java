// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.port.LoopScheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the last good map of a server on disk: soon after each change, and once for changes that follow each other
/// closely. A disk that fails is told of, and the map is in force all the same.
///
/// Belongs to the thread of the feed.
final class SnapshotKeeper {
    /// Time between a change and its writing.
    static final Duration DELAY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeeper.class);

    private final String server;
    private final @Nullable SnapshotFile file;
    private final LoopScheduler loop;
    private boolean isScheduled;

    /// @param file where it is kept, null if nothing is
    SnapshotKeeper(String server, @Nullable Path file, LoopScheduler loop) {
        this.server = server;
        this.file = file == null ? null : new SnapshotFile(file);
        this.loop = loop;
    }

    /// What was kept last, empty if nothing was or it cannot be read.
    Optional<ServerMap> load() {
        if (file == null) {
            return Optional.empty();
        }
        try {
            Optional<ServerMap> saved = file.load();
            saved.ifPresent(known -> LOG.info(
                    "ALTO server {}: the map of {} is in force until it answers", server, known.confirmedAt()));
            return saved;
        } catch (IOException unreadable) {
            LOG.warn("ALTO server {}: {}; starting without it", server, unreadable.getMessage());
            return Optional.empty();
        }
    }

    /// Writes what is in force in a moment.
    void saveSoon(Supplier<ServerMap> inForce) {
        if (file != null && !isScheduled) {
            isScheduled = true;
            loop.schedule(DELAY, () -> {
                if (isScheduled) {
                    save(inForce.get());
                }
            });
        }
    }

    /// Writes what has not been written yet.
    void finish(ServerMap inForce) {
        if (isScheduled) {
            save(inForce);
        }
    }

    private void save(ServerMap map) {
        isScheduled = false;
        if (file == null) {
            return;
        }
        try {
            file.save(map);
        } catch (IOException unwritable) {
            LOG.warn("ALTO server {}: its map could not be kept: {}", server, unwritable.getMessage());
        }
    }
}
