// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A job of which each channel reads, sends and writes one file after the other, with as many streams as it was
/// told. A file of b bytes takes `b / r + o + max(0, RTT - a b / r)` seconds at the rate r of a channel
/// ([ChannelRate]): o is what a file costs at the storages, and the pause of a round trip between two files is
/// filled by the a files asked for ahead. A class whose parallelism changes opens its channels anew, as GridFTP
/// does.
///
/// Bytes are a fluid: the files that are left are the bytes that are left over the mean size of the class.
public final class ChannelJob extends Job {
    private static final double BITS = 8;
    private static final double START_SEGMENTS_BYTES = 14_600;

    private final Testbed testbed;
    private final int source;
    private final int destination;
    private final JobTuner tuner;
    private final double sampleSeconds;
    private final double ceilingBps;
    private final List<FileBatch> coming = new ArrayList<>();
    private final List<Double> ends;
    private final double[] files;
    private final long[] came;
    private final double[] bytes;
    private final double[] movedBits;
    private final Channels[] channels;
    private List<ClassTuning> tunings = List.of();
    private double lossSeconds;
    private double askedAt;
    private boolean begun;
    private int[] active = new int[0];

    /// @param batches what it moves, with times after its start
    /// @param tuner how
    /// @param storages index of the storage at both ends
    /// @param ceilingBps the most that it may move in all, such as a token says; infinite for no limit
    public ChannelJob(
            String name,
            Testbed testbed,
            List<FileBatch> batches,
            JobTuner tuner,
            int storages,
            double joinsSeconds,
            double leavesSeconds,
            double ceilingBps) {
        super(name, joinsSeconds, leavesSeconds);
        this.testbed = testbed;
        this.source = storages;
        this.destination = storages;
        this.tuner = tuner;
        this.sampleSeconds = tuner.sampleSeconds(testbed.path());
        this.ceilingBps = ceilingBps;
        this.ends = tuner.classEndsBytes(testbed.path());
        int classes = ends.size() + 1;
        this.files = new double[classes];
        this.came = new long[classes];
        this.bytes = new double[classes];
        this.movedBits = new double[classes];
        this.channels = new Channels[classes];
        double window = Math.max(
                START_SEGMENTS_BYTES,
                Math.min(testbed.path().bufferBytes(), testbed.path().bdpBytes()));
        double slowStart = testbed.path().rttSeconds() * Math.log(window / START_SEGMENTS_BYTES) / Math.log(2);
        for (int c = 0; c < classes; c++) {
            channels[c] = new Channels(testbed.setupSeconds() + slowStart);
        }
        coming.addAll(batches.stream()
                .sorted(Comparator.comparingDouble(FileBatch::atSeconds))
                .toList());
    }

    /// A job that begins at once and runs until its files are moved.
    public static ChannelJob of(String name, Testbed testbed, List<FileBatch> batches, JobTuner tuner) {
        return new ChannelJob(name, testbed, batches, tuner, 0, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Override
    boolean isOver() {
        return begun && coming.isEmpty() && !hasFiles();
    }

    private boolean hasFiles() {
        for (double left : bytes) {
            if (left > 0) {
                return true;
            }
        }
        return false;
    }

    private void arrive(double nowSeconds) {
        while (!coming.isEmpty() && coming.getFirst().atSeconds() <= nowSeconds - joinsSeconds() + 1e-9) {
            FileBatch batch = coming.removeFirst();
            int c = 0;
            while (c < ends.size() && batch.fileBytes() > ends.get(c)) {
                c++;
            }
            files[c] += batch.files();
            came[c] += batch.files();
            bytes[c] += batch.files() * batch.fileBytes();
        }
    }

    private List<FileClass> left() {
        List<FileClass> left = new ArrayList<>();
        for (int c = 0; c < files.length; c++) {
            left.add(new FileClass((long) Math.ceil(files[c]), bytes[c]));
        }
        return left;
    }

    @Override
    void tune(double nowSeconds) {
        arrive(nowSeconds);
        if (!begun) {
            begun = true;
            askedAt = nowSeconds;
            use(tuner.first(testbed.path(), left()), nowSeconds);
            return;
        }
        double length = nowSeconds - askedAt;
        if (length < sampleSeconds - 1e-9) {
            return;
        }
        List<JobSample.ClassSample> classes = new ArrayList<>();
        List<FileClass> left = left();
        for (int c = 0; c < movedBits.length; c++) {
            classes.add(new JobSample.ClassSample(left.get(c), movedBits[c] / length));
            movedBits[c] = 0;
        }
        JobSample sample = new JobSample(nowSeconds - joinsSeconds(), lossSeconds / length, classes);
        lossSeconds = 0;
        askedAt = nowSeconds;
        use(tuner.next(sample), nowSeconds);
    }

    private void use(List<ClassTuning> next, double nowSeconds) {
        for (int c = 0; c < channels.length; c++) {
            ClassTuning tuning = next.get(c);
            if (!tunings.isEmpty()
                    && tuning.concurrency() > 0
                    && tuning.parallelism() != tunings.get(c).parallelism()) {
                channels[c].close();
            }
            channels[c].want(tuning.concurrency(), nowSeconds);
        }
        tunings = List.copyOf(next);
    }

    @Override
    List<Flow> flows(double nowSeconds, double dtSeconds, double readFactor, double writeFactor) {
        int[] open = new int[channels.length];
        double threads = 0;
        for (int c = 0; c < open.length; c++) {
            open[c] = bytes[c] > 0 ? atWork(c, channels[c].open(nowSeconds)) : 0;
            threads += open[c];
        }
        active = open;
        List<Flow> flows = new ArrayList<>();
        double wanted = 0;
        for (int c = 0; c < open.length; c++) {
            flows.add(flow(c, open[c], threads, dtSeconds, readFactor, writeFactor));
            wanted += flows.getLast().limitBps();
        }
        if (wanted > ceilingBps) {
            double part = ceilingBps / wanted;
            flows.replaceAll(flow -> new Flow(
                    flow.source(),
                    flow.readThreads(),
                    flow.streams(),
                    flow.destination(),
                    flow.writeThreads(),
                    part * flow.limitBps()));
        }
        return flows;
    }

    /// Channels that have a file: not more than files that are not yet whole. Of those that move half is left
    /// in the mean.
    private int atWork(int c, int open) {
        return (int) Math.min(Math.min(open, came[c]), (long) Math.ceil(files[c] + open / 2.0));
    }

    private Flow flow(int c, int open, double threads, double dtSeconds, double readFactor, double writeFactor) {
        if (open == 0) {
            return Flow.through(source, destination, 0, 0, 0);
        }
        ClassTuning tuning = tunings.get(c);
        double fileBytes = bytes[c] / Math.max(1e-9, files[c]);
        double limit = open * ChannelRate.bps(testbed, tuning, threads, fileBytes, readFactor, writeFactor);
        return Flow.through(
                source,
                destination,
                open,
                (double) open * tuning.parallelism(),
                Math.min(limit, bytes[c] * BITS / dtSeconds));
    }

    @Override
    void moved(double nowSeconds, double dtSeconds, double[] rateBps, double lossRatio) {
        double all = 0;
        double connections = 0;
        for (int c = 0; c < rateBps.length; c++) {
            double bits = rateBps[c] * dtSeconds;
            double before = bytes[c];
            bytes[c] = Math.max(0, bytes[c] - bits / BITS);
            if (bytes[c] < 1) {
                bytes[c] = 0;
                files[c] = 0;
            } else {
                files[c] *= bytes[c] / before;
            }
            movedBits[c] += bits;
            all += bits;
            connections += active[c] * (tunings.isEmpty() ? 0 : tunings.get(c).parallelism());
        }
        lossSeconds += lossRatio * dtSeconds;
        series().add(nowSeconds, dtSeconds, all, connections, lossRatio);
        if (isOver() && Double.isNaN(series().finishedAtSeconds())) {
            series().finish(nowSeconds + dtSeconds);
        }
    }
}
