// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Jobs that one optimizer of pipes tunes, as the control loop does: each job is a pipe, one connection is one
/// file at a time with one stream, and every interval it sees what moved. The map has the link with its
/// capacity, as ALTO tells it, and nothing of the storages.
public final class OptimizedJobs {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ResourceId LINK = ResourceId.of("link");
    private static final double BITS = 8;
    private static final int STEPS_PER_SECOND = (int) Math.round(1 / Replay.STEP_SECONDS);

    /// Files that wait: enough that no optimizer sees an end of them.
    private static final int QUEUED = 1000;

    /// A job with what it is tuned through.
    ///
    /// @param job the job
    /// @param tuner its tuner
    public record Member(ChannelJob job, AssignedTuner tuner) {}

    private final List<Member> members;
    private final List<Pipe> pipes = new ArrayList<>();
    private final Optimizer optimizer;
    private final double intervalSeconds;
    private final double fileBytes;
    private final double rttSeconds;
    private final NetworkMapSnapshot map;
    private long interval;

    /// @param most connections of a pipe at most
    /// @param fileBytes size of the files, for optimizers that look at what finished
    public OptimizedJobs(
            Testbed testbed,
            List<Member> members,
            Optimizer optimizer,
            double intervalSeconds,
            int most,
            double fileBytes) {
        this.members = List.copyOf(members);
        this.optimizer = optimizer;
        this.intervalSeconds = intervalSeconds;
        this.fileBytes = fileBytes;
        this.rttSeconds = testbed.path().rttSeconds();
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (int k = 0; k < members.size(); k++) {
            // Names that sort as the members stand: observations are in the order of names.
            PipeId id = PipeId.of(String.format("job-%03d", k));
            pipes.add(new Pipe(
                    id,
                    Endpoint.parse("https://source-" + k),
                    Endpoint.parse("https://destination-" + k),
                    UserId.of("user"),
                    new PipeLimits(1, most)));
            paths.put(id, List.of(LINK));
        }
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(
                LINK, new Resource(LINK, Resource.Kind.LINK, testbed.path().bandwidthBps()));
        this.map = new NetworkMapSnapshot(new MapVersion(1), START, resources, paths);
    }

    /// Decides where an interval is over.
    void tune(double nowSeconds) {
        if (nowSeconds < interval * intervalSeconds - 1e-9) {
            return;
        }
        List<PipeObservation> seen = new ArrayList<>();
        for (int k = 0; k < members.size(); k++) {
            seen.add(observe(pipes.get(k), members.get(k), nowSeconds));
        }
        Decision decision = optimizer.decide(new Observation(
                interval,
                START.plusMillis(Math.round(nowSeconds * 1000)),
                Duration.ofMillis(Math.round(intervalSeconds * 1000)),
                seen,
                map,
                List.of()));
        for (int k = 0; k < members.size(); k++) {
            members.get(k).tuner().assign(decision.pipes().get(k).tuning().connections());
        }
        interval++;
    }

    private PipeObservation observe(Pipe pipe, Member member, double nowSeconds) {
        boolean busy = member.job().isThere(nowSeconds);
        int n = member.tuner().connections();
        List<Double> steps = member.tuner().takeSeen();
        double mean = steps.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double moved = mean * steps.size() * Replay.STEP_SECONDS / BITS;
        long finished = Math.round(moved / fileBytes);
        double took = mean > 0 ? finished * fileBytes * BITS / (mean / Math.max(1, n)) : 0;
        return PipeObservation.of(pipe)
                .decidedConnections(n)
                .meanActiveConnections(busy && !steps.isEmpty() ? n : 0)
                .activeConnections(busy ? n : 0)
                .activeTransfers(busy ? n : 0)
                .queuedTransfers(busy ? QUEUED : 0)
                .movedBytes((long) moved)
                .throughputBps(mean)
                .throughputStdBps(deviation(steps, mean))
                .finishedTransfers(finished)
                .finishedBytes((long) (finished * fileBytes))
                .finishedBytesSquared(finished * fileBytes * fileBytes)
                .finishedSeconds(took)
                .movingConnections(mean > 0 && busy ? n : 0)
                .rttSeconds(rttSeconds)
                .lossRatio(member.tuner().takeLoss())
                .build();
    }

    /// Of the means of whole seconds, as the data plane's samples are.
    private static double deviation(List<Double> steps, double mean) {
        int seconds = steps.size() / STEPS_PER_SECOND;
        if (seconds < 2) {
            return 0;
        }
        double sum = 0;
        for (int s = 0; s < seconds; s++) {
            double second = steps.subList(s * STEPS_PER_SECOND, (s + 1) * STEPS_PER_SECOND).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            sum += (second - mean) * (second - mean);
        }
        return Math.sqrt(sum / seconds);
    }
}
