// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Tells what will be under other declarations: pairs of simulated runs from the present state, without the change and
/// with it, and one from a state of the past, to see how far the model is to be believed. With other errors of what is
/// measured, and other lots of the optimizer, it may rest somewhere else: so there are several pairs, as many as there
/// is time for, and what is told are the means, and how far the runs lie apart. Nothing outside is touched, and the
/// effort is bounded. Any thread may ask; each question is worked out by the thread that asks.
public final class Predictor {
    /// What the first pair of runs may take of the time, and then the run of the past.
    private static final double FIRST_PART = 0.6;

    private static final double PAST_PART = 0.5;

    private final TimeSource clock;

    /// @param clock tells how long a calculation takes; virtual time is a thing of its own
    public Predictor(TimeSource clock) {
        this.clock = clock;
    }

    /// @param state what is known now
    /// @param after what shall be declared
    public Prediction predict(LiveState state, Declared after, Effort effort) {
        Deadline deadline = Deadline.in(effort.wall(), clock);
        List<String> notes = new ArrayList<>(state.notes());
        Grouping.Small small = Grouping.of(state, after, effort.maxPipes());
        notes.addAll(small.notes());
        int busy = (int) state.pipes().stream().filter(PipeState::isBusy).count();
        int idle = Math.max(0, state.declared().pipes().size() - busy);
        if (busy == 0) {
            notes.add("nothing is queued, nothing runs and nothing came lately: a change has no effect now");
            return new Prediction(
                    Outcome.NOTHING,
                    Outcome.NOTHING,
                    List.of(),
                    new TreeMap<>(),
                    Accuracy.none("nothing moved"),
                    0,
                    idle,
                    notes);
        }
        LearnedNetwork network = LearnedNetwork.of(small.state());
        notes.addAll(network.notes());
        Runs runs = new Runs(small.state(), network, after, effort);
        Deadline first = deadline.part(FIRST_PART);
        runs.run(1, first.part(0.5), first);
        Accuracy accuracy = new Backtest(small.state(), effort).run(deadline.part(PAST_PART));
        for (int seed = 2; seed <= effort.runs() && runs.areComplete() && !deadline.isOver(); seed++) {
            runs.run(seed, deadline, deadline);
        }
        notes.addAll(runs.notes());
        SortedMap<PipeId, Prediction.InGroup> members = new TreeMap<>();
        small.members()
                .forEach((pipe, member) -> members.put(pipe, new Prediction.InGroup(member.group(), member.part())));
        return new Prediction(
                Outcome.mean(runs.without),
                Outcome.mean(runs.with),
                runs.with,
                members,
                accuracy,
                small.state().pipes().size(),
                idle,
                notes);
    }

    /// Pairs of runs. The first counts as far as it came; of the others those that came to an end.
    private static final class Runs {
        private final LiveState state;
        private final LearnedNetwork network;
        private final Declared after;
        private final Effort effort;
        private final List<Outcome> with = new ArrayList<>();
        private final List<Outcome> without = new ArrayList<>();
        private long largestBundle = 1;

        Runs(LiveState state, LearnedNetwork network, Declared after, Effort effort) {
            this.state = state;
            this.network = network;
            this.after = after;
            this.effort = effort;
        }

        void run(long seed, Deadline untilFirst, Deadline untilSecond) {
            // The end of a job may be far: it is looked for once.
            Effort spent = with.isEmpty() ? effort : effort.withoutJobs();
            Rehearsal changed = new Rehearsal(state, network, spent, seed);
            Outcome second = changed.run(after, untilFirst);
            Outcome first = new Rehearsal(state, network, spent, seed).run(state.declared(), untilSecond);
            largestBundle = Math.max(largestBundle, changed.largestBundle());
            if (with.isEmpty() || (first.complete() && second.complete())) {
                with.add(second);
                without.add(first);
            }
        }

        boolean areComplete() {
            return with.stream().allMatch(Outcome::complete) && without.stream().allMatch(Outcome::complete);
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>();
            if (largestBundle > 1) {
                notes.add("small files are simulated in bundles of up to " + largestBundle);
            }
            if (!areComplete()) {
                notes.add("the time was not enough for the whole horizon: figures are of "
                        + Math.round(with.getFirst().seconds()) + " s with the change and "
                        + Math.round(without.getFirst().seconds()) + " s without");
            }
            return notes;
        }
    }
}
