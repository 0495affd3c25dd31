// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.job.PipeTuner;
import io.tcn.core.optimizer.rules.HeuristicRule;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// HARP for a pipe, on connections (sections 3.1, 3.2 and 4.2): a sample with the heuristic setting, what similar
/// transfers of the past suggest after it, then online tuning.
///
/// Deviations. A look is a control interval instead of three seconds, and a sample ends after [#MOST_LOOKS] looks even
/// where two never differ by less than 5 %. All files of a pipe are one class, for a pipe has one number. Connections
/// are concurrency times parallelism of the heuristic, and concurrency in the models. History is asked once as work
/// begins: at the first interval with work and after [#NEW_WORK] without any, when the n in force is the sample's
/// setting. The paper relaxes concurrency and parallelism to 0.7 of the throughput each, of settings of up to 1024
/// streams; there is one number here, of a pipe with limits, and it keeps [#KEPT]. Where history knows the pipe and no
/// polynomial fits, since it was always left where it is now, the
/// fewest connections that moved about the most are taken. Where it knows nothing the heuristic setting stays.
final class HarpPipeTuner implements PipeTuner {
    /// Part of the most throughput of a model that is kept for fewer connections.
    static final double KEPT = 0.95;

    private static final int MOST_LOOKS = 5;
    private static final int CONSISTENT = 4;
    private static final int WORTH_IT = 2;
    private static final int LEAST_FILES = 2;
    private static final int MOST_FILES = 10;
    private static final Duration NEW_WORK = Duration.ofMinutes(10);

    /// As many of the paper's groups (30) of the size that they have here.
    private static final int ENOUGH = 240;

    private final SettingHistory history;
    private final ToDoubleFunction<PipeObservation> bandwidthOf;
    private final BooleanSupplier mayAsk;
    private PathFacts path = RecordedGroups.path(0);
    private List<GroupModel> models = List.of();
    private List<PastSetting> past = List.of();
    private @Nullable AdaptiveSampling sample;
    private boolean isSizeKnown;
    private int looks;
    private @Nullable Instant last;
    private int larger;
    private int smaller;

    /// @param bandwidthOf the least capacity on a pipe's path that the map tells at this moment, in bit/s; 0 for none
    /// @param mayAsk whether history may be asked now; asked each time before it is
    HarpPipeTuner(SettingHistory history, ToDoubleFunction<PipeObservation> bandwidthOf, BooleanSupplier mayAsk) {
        this.mayAsk = mayAsk;
        this.history = history;
        this.bandwidthOf = bandwidthOf;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        return range.clamp(heuristic(0));
    }

    /// Files of which nobody knows the size count as large ones. It is no more than the greatest setting of the paper.
    private int heuristic(double fileBytes) {
        double bytes = fileBytes > 0 ? fileBytes : Double.MAX_VALUE;
        return Math.min(
                Polynomial.MOST,
                HeuristicRule.of(path, new FileClass(1, bytes), LEAST_FILES, MOST_FILES)
                        .connections());
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        boolean isFirst = last == null;
        if (last == null || Duration.between(last, at).compareTo(NEW_WORK) > 0) {
            if (!mayAsk.getAsBoolean()) {
                return PipeDecision.of(pipe, range.clamp(tried), Rationale.of(Reason.START));
            }
            ask(pipe, at);
        }
        last = at;
        // Where nothing of the past tells the size, the first files that end do.
        boolean isSizeNew = !isSizeKnown && past.isEmpty() && fileBytes(pipe) > 0;
        isSizeKnown |= fileBytes(pipe) > 0;
        if (isFirst || isSizeNew) {
            int heuristic = range.clamp(heuristic(fileBytes(pipe)));
            if (Math.abs(heuristic - tried) >= WORTH_IT) {
                return PipeDecision.of(pipe, heuristic, Rationale.of(Reason.START));
            }
        }
        // Files that run are not ended for a lower n: what counts is what was at work.
        ClassTuning atWork = new ClassTuning(Math.max(1, (int) Math.round(pipe.meanActiveConnections())), 1, 0);
        return sample == null ? watch(pipe, tried, atWork, range) : sample(pipe, tried, atWork, range, sample);
    }

    private void ask(PipeObservation pipe, Instant now) {
        double bandwidthBps = bandwidthOf.applyAsDouble(pipe);
        path = RecordedGroups.path(bandwidthBps);
        past = history.like(new SettingHistory.Wanted(pipe.pipe(), fileBytes(pipe), bandwidthBps, now));
        long files = (long) pipe.activeTransfers() + pipe.queuedTransfers();
        models = new HarpHistory(RecordedGroups.entries(past), ENOUGH, KEPT)
                .models(path, new FileClass(files, files * fileBytes(pipe)));
        sample = new AdaptiveSampling();
        looks = 0;
        larger = 0;
        smaller = 0;
    }

    /// Of the files that ended, else of those of the past; 0 where neither tells.
    private double fileBytes(PipeObservation pipe) {
        return pipe.finishedTransfers() > 0
                ? (double) pipe.finishedBytes() / pipe.finishedTransfers()
                : past.stream()
                        .mapToDouble(PastSetting::fileBytes)
                        .filter(bytes -> bytes > 0)
                        .findFirst()
                        .orElse(0);
    }

    private PipeDecision sample(
            PipeObservation pipe, int tried, ClassTuning atWork, ConnectionRange range, AdaptiveSampling running) {
        looks++;
        if (!running.converges(pipe.throughputBps()) && looks < MOST_LOOKS) {
            return PipeDecision.of(
                    pipe, range.clamp(tried), Rationale.of(Reason.PROBE, Map.of("look", (double) looks)));
        }
        sample = null;
        double seenBps = running.throughputBps();
        Optional<HarpOptimizer.Advice> advice = HarpOptimizer.advise(models, atWork, seenBps);
        if (advice.isPresent()) {
            return advised(pipe, advice.get(), range);
        }
        return best(seenBps)
                .map(found -> PipeDecision.of(
                        pipe,
                        range.clamp(found.connections()),
                        Rationale.of(Reason.PAST_TRANSFERS, Map.of("movedBps", found.throughputBps()))))
                .orElseGet(() -> unchanged(pipe, tried, range));
    }

    private static PipeDecision advised(PipeObservation pipe, HarpOptimizer.Advice advice, ConnectionRange range) {
        return PipeDecision.of(
                pipe,
                range.clamp(advice.tuning().concurrency()),
                Rationale.of(Reason.PAST_TRANSFERS, Map.of("expectedBps", advice.estimateBps())));
    }

    private static PipeDecision unchanged(PipeObservation pipe, int tried, ConnectionRange range) {
        return PipeDecision.of(pipe, range.clamp(tried), Rationale.of(Reason.NOTHING_BETTER));
    }

    /// The fewest connections that moved about the most; none where that is no more than the sample.
    private Optional<PastSetting> best(double seenBps) {
        double most =
                past.stream().mapToDouble(PastSetting::throughputBps).max().orElse(0);
        return past.stream()
                .filter(setting -> setting.throughputBps() >= KEPT * most && KEPT * setting.throughputBps() > seenBps)
                .min(Comparator.comparingInt(PastSetting::connections));
    }

    /// Online tuning.
    private PipeDecision watch(PipeObservation pipe, int tried, ClassTuning atWork, ConnectionRange range) {
        Optional<HarpOptimizer.Advice> advice = HarpOptimizer.advise(models, atWork, pipe.throughputBps());
        int off = advice.map(found -> range.clamp(found.tuning().concurrency()) - tried)
                .orElse(0);
        larger = off >= WORTH_IT ? larger + 1 : 0;
        smaller = off <= -WORTH_IT ? smaller + 1 : 0;
        if (advice.isPresent() && Math.max(larger, smaller) >= CONSISTENT) {
            larger = 0;
            smaller = 0;
            return advised(pipe, advice.get(), range);
        }
        return unchanged(pipe, tried, range);
    }
}
