// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.ClassTuning;
import java.util.List;

/// What channels move by themselves, and in the end.
public final class ChannelRate {
    private static final double BITS = 8;

    private ChannelRate() {}

    /// The most that one channel moves, pauses between files included, in bit/s.
    ///
    /// @param threads channels of all classes at the same storages
    static double bps(
            Testbed testbed,
            ClassTuning tuning,
            double threads,
            double fileBytes,
            double readFactor,
            double writeFactor) {
        double channelBps = Math.min(
                Math.min(
                        tuning.parallelism() * testbed.streamCeilingBps(),
                        testbed.path().bandwidthBps()),
                Math.min(
                        readFactor * perThreadBps(testbed.read(), threads),
                        writeFactor * perThreadBps(testbed.write(), threads)));
        double size = fileBytes * BITS;
        double moving = size / channelBps;
        double pause = Math.max(0, testbed.path().rttSeconds() - tuning.pipelining() * moving);
        return size / (moving + testbed.fileSeconds() + pause);
    }

    private static double perThreadBps(StorageCurve storage, double threads) {
        return Math.min(storage.threadBps(threads), storage.totalBps(threads) / threads);
    }

    /// What files of one size move with a setting once all channels are open, beside others on the link, in
    /// bit/s.
    ///
    /// @param otherStreams connections of others, that take what they can
    public static double steadyBps(Testbed testbed, ClassTuning tuning, double fileBytes, int otherStreams) {
        int open = tuning.concurrency();
        Flow own = Flow.through(0, 0, open, tuning.connections(), open * bps(testbed, tuning, open, fileBytes, 1, 1));
        List<Flow> flows =
                otherStreams == 0 ? List.of(own) : List.of(own, Flow.onLink(otherStreams, Double.POSITIVE_INFINITY));
        return Allotment.of(
                        flows,
                        List.of(testbed.read()),
                        1,
                        testbed.path().bandwidthBps(),
                        testbed.path().rttSeconds(),
                        List.of(testbed.write()),
                        1)
                .rateBps(0);
    }
}
