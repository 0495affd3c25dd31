// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Asks the model for what is known already. The state of the moment at which that begins is made from the samples: n
/// as it was, work without end where files waited all the time, else what really came. Controls are taken to be
/// those of now: the past does not tell them.
final class Backtest {
    /// How far back is told at most.
    private static final double TOLD_SECONDS = 600;

    /// Less past than this many intervals tells nothing.
    private static final int LEAST_INTERVALS = 18;

    /// The part of a short past that is learnt from.
    private static final double LEARNED_PART = 0.4;

    private static final long SEED = 1;

    private final LiveState state;
    private final Effort effort;

    Backtest(LiveState state, Effort effort) {
        this.state = state;
        this.effort = effort;
    }

    Accuracy run(Deadline deadline) {
        double interval = state.controller().intervalSeconds();
        double oldest = 0;
        for (PipeState pipe : state.pipes()) {
            for (Sample sample : pipe.samples()) {
                oldest = Math.max(oldest, sample.agoSeconds() + sample.lengthSeconds());
            }
        }
        if (oldest < LEAST_INTERVALS * interval) {
            return Accuracy.none("the history is too short: " + Math.round(oldest) + " s, of "
                    + Math.round(LEAST_INTERVALS * interval) + " s that it takes");
        }
        double told = Math.min(TOLD_SECONDS, oldest * (1 - LEARNED_PART));
        double begin = told;
        List<PipeState> then = new ArrayList<>();
        for (PipeState pipe : state.pipes()) {
            then.add(asOf(pipe, begin));
        }
        if (then.stream().allMatch(pipe -> pipe.samples().isEmpty())) {
            return Accuracy.none("nothing moved before " + Math.round(begin) + " s ago");
        }
        LiveState past = state.withPipes(then);
        Effort asLong =
                effort.withHorizon(Duration.ofNanos(Math.round(told * 1e9))).withoutJobs();
        Outcome outcome = new Rehearsal(past, LearnedNetwork.of(past), asLong, SEED).run(state.declared(), deadline);
        if (!outcome.complete()) {
            return Accuracy.none("there was no time left to tell the past");
        }
        return compared(outcome, oldest - begin, told);
    }

    /// What was known of a pipe some time ago, and the work that it was to get.
    private static PipeState asOf(PipeState pipe, double begin) {
        List<Sample> before = new ArrayList<>();
        List<Sample> later = new ArrayList<>();
        for (Sample sample : pipe.samples()) {
            if (sample.agoSeconds() >= begin) {
                before.add(new Sample(
                        sample.agoSeconds() - begin,
                        sample.lengthSeconds(),
                        sample.connections(),
                        sample.openConnections(),
                        sample.throughputBps(),
                        sample.queued()));
            } else {
                later.add(sample);
            }
        }
        int n = before.isEmpty()
                ? pipe.connections()
                : (int) Math.round(before.getLast().connections());
        boolean waited = !later.isEmpty() && later.stream().allMatch(sample -> sample.queued() >= 1);
        double bits = 0;
        double seconds = 0;
        for (Sample sample : later) {
            bits += sample.throughputBps() * sample.lengthSeconds();
            seconds += sample.lengthSeconds();
        }
        double size = sizeOf(pipe, bits, seconds);
        Pipe declared = pipe.pipe();
        if (waited) {
            // More than it can move: it did not run dry then.
            long files = (long) Math.ceil(100 * bits / 8 / size) + 1;
            return new PipeState(declared, n, List.of(), List.of(new Work(files, size, null)), 0, 0, before);
        }
        double arrival = seconds > 0 ? bits / seconds : 0;
        return new PipeState(declared, n, List.of(), List.of(), arrival, arrival > 0 ? size : 0, before);
    }

    /// How large files of a pipe are: as those that there are now, else what a connection moves in ten seconds.
    private static double sizeOf(PipeState pipe, double bits, double seconds) {
        long files = 0;
        double bytes = 0;
        for (Work work : pipe.queued()) {
            files += work.files();
            bytes += work.bytes();
        }
        if (files > 0 && bytes > 0) {
            return bytes / files;
        }
        if (pipe.arrivalBytes() > 0) {
            return pipe.arrivalBytes();
        }
        return seconds > 0 && bits > 0 ? Math.max(1, 10 * bits / seconds / 8 / Math.max(1, pipe.connections())) : 1e9;
    }

    private Accuracy compared(Outcome outcome, double learned, double told) {
        SortedMap<UserId, Accuracy.Told> users = new TreeMap<>();
        SortedMap<UserId, Double> was = new TreeMap<>();
        // The means of a run are over the second half of it.
        for (PipeState pipe : state.pipes()) {
            double bits = 0;
            for (Sample sample : pipe.samples()) {
                if (sample.agoSeconds() < told / 2) {
                    bits += sample.throughputBps() * sample.lengthSeconds();
                }
            }
            was.merge(pipe.pipe().user(), bits / (told / 2), Double::sum);
        }
        double difference = 0;
        double all = 0;
        for (var user : was.entrySet()) {
            double says = outcome.userBps().getOrDefault(user.getKey(), 0.0);
            users.put(user.getKey(), new Accuracy.Told(says, user.getValue()));
            difference += Math.abs(says - user.getValue());
            all += user.getValue();
        }
        return all > 0
                ? new Accuracy(learned, told, users, difference / all, null)
                : Accuracy.none("nothing moved in the last " + Math.round(told / 2) + " s");
    }
}
