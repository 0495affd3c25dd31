// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.marlin.StageSample;
import io.tcn.core.optimizer.marlin.StageThreads;
import io.tcn.core.optimizer.marlin.StageTuner;
import java.util.ArrayList;
import java.util.List;

/// A job of which reading, sending and writing have threads of their own, with a staging buffer at either end,
/// as Marlin's. A stage waits where the buffer behind it is full or that before it is empty. The job is over
/// when the last byte has been sent: from then on it lies at the destination, in the buffer or in a file.
public final class StagedJob extends Job {
    private static final double BITS = 8;

    private final Testbed testbed;
    private final int source;
    private final int destination;
    private final StageTuner tuner;
    private final double bufferBytes;
    private final double bytes;
    private final List<StageThreads> tried = new ArrayList<>();
    private final Channels[] channels;
    private final double[] moved = new double[3];
    private final double[] waited = new double[3];
    private final double[] wanted = new double[3];
    private double read;
    private double sent;
    private double written;
    private double lossSeconds;
    private double askedAt;

    /// @param bytes what it moves
    /// @param bufferBytes size of the staging buffer at either end
    /// @param storages index of the storage at both ends
    public StagedJob(
            String name,
            Testbed testbed,
            double bytes,
            double bufferBytes,
            StageTuner tuner,
            int storages,
            double joinsSeconds,
            double leavesSeconds) {
        super(name, joinsSeconds, leavesSeconds);
        if (!(bytes > 0) || !(bufferBytes > 0)) {
            throw new IllegalArgumentException(
                    "a job and its buffers are above zero, given were " + bytes + " and " + bufferBytes + " bytes");
        }
        this.testbed = testbed;
        this.bytes = bytes;
        this.bufferBytes = bufferBytes;
        this.tuner = tuner;
        this.source = storages;
        this.destination = storages;
        this.channels = new Channels[] {
            new Channels(testbed.fileSeconds()),
            new Channels(testbed.setupSeconds()),
            new Channels(testbed.fileSeconds())
        };
    }

    @Override
    boolean isOver() {
        return sent >= bytes - 1;
    }

    /// The settings tried so far, in their order.
    public List<StageThreads> tried() {
        return List.copyOf(tried);
    }

    @Override
    void tune(double nowSeconds) {
        if (tried.isEmpty()) {
            askedAt = nowSeconds;
            use(tuner.first(), nowSeconds);
            return;
        }
        double length = nowSeconds - askedAt;
        if (length < StageTuner.SAMPLE_SECONDS - 1e-9) {
            return;
        }
        StageSample sample =
                new StageSample(stage(0, length), stage(1, length), stage(2, length), lossSeconds / length);
        for (int k = 0; k < moved.length; k++) {
            moved[k] = 0;
            waited[k] = 0;
        }
        lossSeconds = 0;
        askedAt = nowSeconds;
        use(tuner.next(sample), nowSeconds);
    }

    private StageSample.Stage stage(int k, double length) {
        return new StageSample.Stage(moved[k] / length, Math.min(1, waited[k] / length));
    }

    private void use(StageThreads threads, double nowSeconds) {
        tried.add(threads);
        channels[0].want(threads.read(), nowSeconds);
        channels[1].want(threads.network(), nowSeconds);
        channels[2].want(threads.write(), nowSeconds);
    }

    @Override
    List<Flow> flows(double nowSeconds, double dtSeconds, double readFactor, double writeFactor) {
        int readers = channels[0].open(nowSeconds);
        int streams = channels[1].open(nowSeconds);
        int writers = channels[2].open(nowSeconds);
        wanted[0] = readFactor * storageBps(testbed.read(), readers);
        wanted[1] =
                Math.min(streams * testbed.streamCeilingBps(), testbed.path().bandwidthBps());
        wanted[2] = writeFactor * storageBps(testbed.write(), writers);
        double toRead = Math.min(bytes - read, bufferBytes - (read - sent)) * BITS / dtSeconds;
        double toSend = Math.min(read - sent, bufferBytes - (sent - written)) * BITS / dtSeconds;
        double toWrite = (sent - written) * BITS / dtSeconds;
        List<Flow> flows = new ArrayList<>();
        flows.add(new Flow(source, readers, 0, Flow.NONE, 0, Math.max(0, Math.min(wanted[0], toRead))));
        flows.add(Flow.onLink(streams, Math.max(0, Math.min(wanted[1], toSend))));
        flows.add(new Flow(Flow.NONE, 0, 0, destination, writers, Math.max(0, Math.min(wanted[2], toWrite))));
        for (int k = 0; k < wanted.length; k++) {
            double limit = flows.get(k).limitBps();
            waited[k] += wanted[k] > 0 && limit < wanted[k] ? dtSeconds * (1 - limit / wanted[k]) : 0;
        }
        return flows;
    }

    private static double storageBps(StorageCurve storage, int threads) {
        return threads == 0 ? 0 : Math.min(storage.totalBps(threads), threads * storage.threadBps(threads));
    }

    @Override
    void moved(double nowSeconds, double dtSeconds, double[] rateBps, double lossRatio) {
        for (int k = 0; k < moved.length; k++) {
            moved[k] += rateBps[k] * dtSeconds;
        }
        read = Math.min(bytes, read + rateBps[0] * dtSeconds / BITS);
        sent = Math.min(read, sent + rateBps[1] * dtSeconds / BITS);
        written = Math.min(sent, written + rateBps[2] * dtSeconds / BITS);
        lossSeconds += lossRatio * dtSeconds;
        series().add(nowSeconds, dtSeconds, rateBps[1] * dtSeconds, channels[1].open(nowSeconds), lossRatio);
        if (isOver() && Double.isNaN(series().finishedAtSeconds())) {
            series().finish(nowSeconds + dtSeconds);
        }
    }
}
