// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PastSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the record of HARP's history out of control intervals: for each pipe and ten minutes, what it moved on each
/// number of connections. An interval counts if files waited at its end and about the same connections were open all
/// the time; otherwise it says nothing of a setting. Not for several threads.
///
/// Bounded: [#MOST_PIPES] pipes in ten minutes, the first that have work, and [#MOST_SETTINGS] settings of each.
public final class SettingSlots {
    /// Those of the other rows of the history: a slot ends with each tenth minute of the hour.
    public static final Duration LENGTH = Duration.ofMinutes(10);

    private static final int MOST_PIPES = 2000;
    private static final int MOST_SETTINGS = 24;

    /// Part of the connections that may come or go within an interval that counts.
    private static final double STEADY = 0.2;

    /// No pipe moves as much: a counter was wrong.
    private static final double ABSURD_BPS = 1e18;

    private final Map<PipeKey, Slot> slots = new LinkedHashMap<>();
    private @Nullable Instant end;
    private Instant last = Instant.EPOCH;

    /// Takes an interval.
    ///
    /// @return what the minutes brought that ended before it; mostly nothing
    public List<PastSetting> add(Observation seen) {
        List<PastSetting> over = List.of();
        Instant ends = end;
        // A clock that was set back ends them too.
        if (ends != null && (seen.at().isAfter(ends) || seen.at().isBefore(ends.minus(LENGTH)))) {
            over = underWay();
            slots.clear();
            end = null;
        }
        if (end == null) {
            end = endOf(seen.at());
        }
        last = seen.at();
        double seconds = seen.length().toNanos() / 1e9;
        for (PipeObservation pipe : seen.pipes()) {
            PipeKey key = pipe.pipe().key();
            if (isSetting(pipe) && (slots.size() < MOST_PIPES || slots.containsKey(key))) {
                slots.computeIfAbsent(key, fresh -> new Slot()).add(pipe, seconds, bandwidthBps(seen.map(), pipe));
            }
        }
        return over;
    }

    private static boolean isSetting(PipeObservation pipe) {
        double open = pipe.meanActiveConnections();
        return pipe.queuedTransfers() > 0
                && pipe.throughputBps() > 0
                && pipe.throughputBps() < ABSURD_BPS
                && Math.round(open) >= 1
                && open < Integer.MAX_VALUE
                && Math.abs(pipe.activeConnections() - open) <= Math.max(1, STEADY * open);
    }

    /// The least capacity that the map tells of a pipe's path, in bit/s; 0 where it tells none.
    static double bandwidthBps(NetworkMapSnapshot map, PipeObservation pipe) {
        double least = Double.POSITIVE_INFINITY;
        for (ResourceId id : map.pipeResources().getOrDefault(pipe.pipe().id(), List.of())) {
            var resource = map.resources().get(id);
            Double capacity = resource == null ? null : resource.capacityBps();
            if (capacity != null && capacity > 0) {
                least = Math.min(least, capacity);
            }
        }
        return Double.isInfinite(least) ? 0 : least;
    }

    private static Instant endOf(Instant at) {
        long length = LENGTH.toSeconds();
        // An interval that ends with the slot belongs to it.
        long second = at.getEpochSecond() + (at.getNano() > 0 ? 1 : 0);
        return Instant.ofEpochSecond(-Math.floorDiv(-second, length) * length);
    }

    /// What the minutes under way have brought so far.
    public List<PastSetting> underWay() {
        List<PastSetting> settings = new ArrayList<>();
        slots.forEach((key, slot) -> slot.settings(key, settings));
        return settings;
    }

    /// The same of the pipes between two endpoints.
    List<PastSetting> underWay(Endpoint source, Endpoint destination) {
        List<PastSetting> settings = new ArrayList<>();
        slots.forEach((key, slot) -> {
            if (key.source().equals(source) && key.destination().equals(destination)) {
                slot.settings(key, settings);
            }
        });
        return settings;
    }

    /// A pipe's part. Means are weighted by time.
    private final class Slot {
        private final Map<Integer, double[]> bitsAndSeconds = new LinkedHashMap<>();
        private double seconds;
        private double files;
        private long finished;
        private double finishedBytes;
        private double bandwidthBps;

        void add(PipeObservation pipe, double length, double bandwidth) {
            int connections = (int) Math.round(pipe.meanActiveConnections());
            double[] sums = bitsAndSeconds.get(connections);
            if (sums == null && bitsAndSeconds.size() < MOST_SETTINGS) {
                sums = new double[2];
                bitsAndSeconds.put(connections, sums);
            }
            if (sums != null) {
                sums[0] += pipe.throughputBps() * length;
                sums[1] += length;
            }
            seconds += length;
            files += ((double) pipe.activeTransfers() + pipe.queuedTransfers()) * length;
            finished += Math.max(0, pipe.finishedTransfers());
            finishedBytes += Math.max(0, pipe.finishedBytes());
            bandwidthBps = bandwidth;
        }

        void settings(PipeKey key, List<PastSetting> into) {
            bitsAndSeconds.forEach((connections, sums) -> into.add(new PastSetting(
                    key,
                    last,
                    connections,
                    // Intervals are longer than zero, and something moved in each.
                    sums[0] / sums[1],
                    sums[1],
                    files / seconds,
                    finished > 0 ? finishedBytes / finished : 0,
                    bandwidthBps)));
        }
    }
}
