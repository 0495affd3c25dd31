// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.Endpoint;
import io.tcn.core.optimizer.PipeObservation;
import java.util.HashMap;
import java.util.Map;

/// Which storages gave or took more than they may since the last run, over all pairs together. Mutable; owned by
/// the optimizer.
final class StorageCaps {
    private final FtsOptimizerSettings settings;
    private final Map<Endpoint, Double> readBytes = new HashMap<>();
    private final Map<Endpoint, Double> writtenBytes = new HashMap<>();

    StorageCaps(FtsOptimizerSettings settings) {
        this.settings = settings;
    }

    void add(PipeObservation pipe) {
        add(readBytes, settings.outboundCapBps(), pipe.pipe().source(), pipe.movedBytes());
        add(writtenBytes, settings.inboundCapBps(), pipe.pipe().destination(), pipe.movedBytes());
    }

    private static void add(
            Map<Endpoint, Double> bytes, Map<Endpoint, Double> capsBps, Endpoint storage, long movedBytes) {
        if (capsBps.containsKey(storage)) {
            bytes.merge(storage, (double) movedBytes, Double::sum);
        }
    }

    boolean isSourceExceeded(Endpoint source, double seconds) {
        return isExceeded(readBytes, settings.outboundCapBps(), source, seconds);
    }

    boolean isDestinationExceeded(Endpoint destination, double seconds) {
        return isExceeded(writtenBytes, settings.inboundCapBps(), destination, seconds);
    }

    private static boolean isExceeded(
            Map<Endpoint, Double> bytes, Map<Endpoint, Double> capsBps, Endpoint storage, double seconds) {
        Double capBps = capsBps.get(storage);
        return capBps != null && 8 * bytes.getOrDefault(storage, 0.0) > capBps * seconds;
    }

    /// A run has been made: what comes counts for the next one.
    void reset() {
        readBytes.clear();
        writtenBytes.clear();
    }
}
