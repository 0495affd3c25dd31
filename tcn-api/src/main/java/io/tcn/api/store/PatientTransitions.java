// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.port.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transitions on the thread of the store; what has queued up meanwhile shares one transaction. If the database refuses
/// such a batch as a whole, each is tried by itself, so that one that it will never take does not hold up the others.
///
/// "Not made" says that somebody else came first, and the loop acts by it for good. So what the database refuses
/// without being wrong in itself (no room on its disk while it does other work, a lock, no memory) is asked for
/// again after a while, until there is an answer; that of the whole batch comes then. The tries of one take the thread
/// for a quarter of a minute, so the whiles grow. Only a claim counts as not made at once: nothing has begun, and the
/// transfer is still in its queue.
final class PatientTransitions {
    private static final Logger LOG = LoggerFactory.getLogger(PatientTransitions.class);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private enum Answer {
        MADE,
        NOT_MADE,
        LATER
    }

    private final Function<List<Transition>, Supplier<List<Boolean>>> work;
    private final StoreThread thread;
    private final Duration firstPause;

    /// @param work makes transitions in one transaction, once, however often it is tried
    /// @param firstPause until what was refused is asked for again; the next is twice as long
    PatientTransitions(
            Function<List<Transition>, Supplier<List<Boolean>>> work, StoreThread thread, Duration firstPause) {
        this.work = work;
        this.thread = thread;
        this.firstPause = firstPause;
    }

    /// Asks on the thread of the store.
    ///
    /// @param reply gets, in their order, whether each was made
    void ask(List<Transition> batch, Consumer<List<Boolean>> reply) {
        thread.add(new Apply(List.copyOf(batch), reply, firstPause));
    }

    private final class Apply implements StoreThread.Batched {
        private final List<Transition> transitions;
        private final Consumer<List<Boolean>> reply;
        private final Duration pause;

        Apply(List<Transition> transitions, Consumer<List<Boolean>> reply, Duration pause) {
            this.transitions = transitions;
            this.reply = reply;
            this.pause = pause;
        }

        @Override
        public void run() {
            runWith(List.of(this));
        }

        @Override
        public void runWith(List<StoreThread.Batched> together) {
            List<Apply> applies = together.stream().map(Apply.class::cast).toList();
            List<Transition> all = new ArrayList<>();
            applies.forEach(apply -> all.addAll(apply.transitions));
            List<Answer> answers = applyAll(all);
            int from = 0;
            for (Apply apply : applies) {
                int to = from + apply.transitions.size();
                apply.answered(answers.subList(from, to));
                from = to;
            }
        }

        private void answered(List<Answer> answers) {
            List<Transition> later = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                if (answers.get(i) == Answer.LATER) {
                    later.add(transitions.get(i));
                }
            }
            if (later.isEmpty()) {
                reply(answers.stream().map(answer -> answer == Answer.MADE).toList());
                return;
            }
            List<Answer> known = List.copyOf(answers);
            Duration doubled = pause.multipliedBy(2);
            Apply again = new Apply(
                    later,
                    made -> reply(merged(known, made)),
                    doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE);
            CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> thread.add(again));
        }

        private void reply(List<Boolean> made) {
            try {
                reply.accept(made);
            } catch (RuntimeException | Error broken) {
                thread.refused("who asked the store does not take its answer", broken);
            }
        }
    }

    private static List<Boolean> merged(List<Answer> answers, List<Boolean> later) {
        List<Boolean> made = new ArrayList<>(answers.size());
        int next = 0;
        for (Answer answer : answers) {
            made.add(answer == Answer.LATER ? later.get(next++) : answer == Answer.MADE);
        }
        return List.copyOf(made);
    }

    private List<Answer> applyAll(List<Transition> all) {
        if (all.size() == 1) {
            return List.of(alone(all.getFirst()));
        }
        List<Boolean> made;
        try {
            made = thread.trying(work.apply(all));
        } catch (RuntimeException | Error refused) {
            if (isOver(refused)) {
                throw refused;
            }
            LOG.warn("The database refuses a batch of {} transitions; each is tried by itself", all.size());
            return all.stream().map(this::alone).toList();
        }
        return made.stream().map(PatientTransitions::answer).toList();
    }

    private Answer alone(Transition transition) {
        try {
            return answer(thread.trying(work.apply(List.of(transition))).getFirst());
        } catch (RuntimeException | Error refused) {
            if (isOver(refused)) {
                throw refused;
            }
            // Everybody may read this in the health: no storages, no reasons.
            thread.refused(
                    "the database refuses a \"" + transition.getClass().getSimpleName() + "\" of transfer "
                            + transition.transfer(),
                    refused);
            return StoreThread.mayWorkLater(refused) && !(transition instanceof Transition.Claim)
                    ? Answer.LATER
                    : Answer.NOT_MADE;
        }
    }

    /// Whether nothing more is to be asked here: the server stops, or another leads.
    private boolean isOver(Throwable refused) {
        return thread.isStopping() || refused instanceof LeadLostException;
    }

    private static Answer answer(boolean made) {
        return made ? Answer.MADE : Answer.NOT_MADE;
    }
}
