// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.model.PipeKey;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.rules.FileChunks;
import io.tcn.core.port.PastSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// From a server's record to entries of HARP's history.
///
/// The paper's groups are experiments: 216 settings of one data set within some hours. A record has what optimizers
/// happened to choose, a few settings in ten minutes, and for long none but the one that was found. So a group is, for
/// one pipe and one class of files, as many of its minutes, from the newest back, as it takes to have [#SETTINGS]
/// different numbers of connections, but no more than [#LONGEST_HOURS] hours; a setting that comes again in it is one
/// entry, the mean weighted by time. What tells which group had the load of this moment is the sample, as in the paper.
/// Connections are concurrency, with one stream and nothing asked for ahead.
final class RecordedGroups {
    private static final int SETTINGS = 12;
    private static final int LONGEST_HOURS = 24;
    private static final double HOUR = 3600;

    /// What the map does not tell: bandwidth where it has no capacity, and round trip and buffer anyway. One set for
    /// all, so that similarity sees no difference where none is known.
    private static final double ASSUMED_BANDWIDTH_BPS = 10e9;

    private static final double ASSUMED_RTT_SECONDS = 0.05;
    private static final double ASSUMED_BUFFER_BYTES = 16e6;

    private RecordedGroups() {}

    /// The path of a pipe.
    ///
    /// @param bandwidthBps the least capacity that the map tells; 0 for none
    static PathFacts path(double bandwidthBps) {
        return new PathFacts(
                bandwidthBps > 0 ? bandwidthBps : ASSUMED_BANDWIDTH_BPS, ASSUMED_RTT_SECONDS, ASSUMED_BUFFER_BYTES);
    }

    private record Of(PipeKey key, int chunk) {}

    /// Entries in their groups, which have each a period of their own.
    ///
    /// @param settings the newest of each pipe first
    static List<PastTransfer> entries(List<PastSetting> settings) {
        Map<Of, List<Group>> groups = new LinkedHashMap<>();
        for (PastSetting setting : settings) {
            int chunk = setting.fileBytes() > 0 ? FileChunks.of(path(setting.bandwidthBps()), setting.fileBytes()) : -1;
            List<Group> ofPipe = groups.computeIfAbsent(new Of(setting.key(), chunk), fresh -> new ArrayList<>());
            if (ofPipe.isEmpty() || !ofPipe.getLast().takes(setting)) {
                ofPipe.add(new Group(setting));
            }
            ofPipe.getLast().add(setting);
        }
        List<PastTransfer> entries = new ArrayList<>();
        long period = 0;
        for (List<Group> ofPipe : groups.values()) {
            for (Group group : ofPipe) {
                group.entries(period, entries);
                period++;
            }
        }
        return entries;
    }

    private static final class Group {
        private final PastSetting newest;
        private PastSetting oldest;
        private final Map<Integer, double[]> bitsAndSeconds = new TreeMap<>();
        private double seconds;
        private double files;
        private double fileBytes;

        Group(PastSetting newest) {
            this.newest = newest;
            this.oldest = newest;
        }

        /// Minutes go into one group as a whole.
        boolean takes(PastSetting setting) {
            double hours =
                    Math.abs(newest.until().getEpochSecond() - setting.until().getEpochSecond()) / HOUR;
            return setting.until().equals(oldest.until())
                    || (bitsAndSeconds.size() < SETTINGS && hours <= LONGEST_HOURS);
        }

        void add(PastSetting setting) {
            double[] sums = bitsAndSeconds.computeIfAbsent(setting.connections(), fresh -> new double[2]);
            sums[0] += setting.throughputBps() * setting.seconds();
            sums[1] += setting.seconds();
            seconds += setting.seconds();
            files += setting.files() * setting.seconds();
            fileBytes += setting.fileBytes() * setting.seconds();
            oldest = setting;
        }

        void entries(long period, List<PastTransfer> into) {
            bitsAndSeconds.forEach((connections, sums) -> into.add(new PastTransfer(
                    path(newest.bandwidthBps()),
                    Math.round(files / seconds),
                    fileBytes / seconds,
                    new ClassTuning(connections, 1, 0),
                    sums[0] / sums[1],
                    period)));
        }
    }
}
