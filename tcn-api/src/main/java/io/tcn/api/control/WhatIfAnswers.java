// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.whatif.WhatIf;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import io.tcn.sim.predict.Accuracy;
import io.tcn.sim.predict.Outcome;
import io.tcn.sim.predict.Outcome.ControlFigures;
import io.tcn.sim.predict.Outcome.PipeFigures;
import io.tcn.sim.predict.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers of `POST /tcn/v1/what-if`, and the body of it.
final class WhatIfAnswers {
    /// The most pipes of an answer.
    private static final int MOST_PIPES = 200;

    private WhatIfAnswers() {}

    @About("What shall be changed, all of it together. At least one of setRc, removeRc and configuration is given.")
    record WhatIfQuestion(
            @About("Resource controls that shall be set, as PUT /rc takes them.") @Nullable
            List<Requests.SetRc> setRc,

            @About("Resource controls that shall be taken back.") @Nullable
            List<RemovedRc> removeRc,

            @About("What shall be declared, as PUT /configuration takes it; without setRc and removeRc.") @Nullable
            ConfigurationBody configuration,

            @About("With configuration: whether what is not in it goes, of the lists that are given.") @Nullable
            Boolean remove,

            @About("Whether controls are looked at that contradict others.") @Nullable
            Boolean force,

            @About(
                    value = "How far to look, in seconds; 600 if it is not given.",
                    atLeast = WhatIfController.LEAST_HORIZON,
                    atMost = WhatIfController.MOST_HORIZON)
            @Nullable
            Long horizonSeconds,

            @About("Ids of jobs whose end is asked for, ten at most.") @Nullable
            List<String> jobs) {}

    @About("Resource controls of a user on a resource-set.")
    record RemovedRc(
            @About(value = "Whose.", required = true) @Nullable
            String user,

            @About(value = "On which resource-set.", required = true) @Nullable
            String resourceSet,

            @About(
                    value = "Of this kind only.",
                    oneOf = {"bound", "guarantee", "weight"})
            @Nullable
            String kind) {}

    @About("What a user would move.")
    record UserEffectAnswer(
            @About("Name of the user.") String user,
            @About("Without the change, in bit/s.") double beforeBps,
            @About("With it, in bit/s.") double afterBps,

            @About("The least of the simulated runs with the change, in bit/s.")
            double leastBps,

            @About("The most of them, in bit/s.") double mostBps) {}

    @About("What a pipe would do. Groups stand for many small pipes of a user.")
    record PipeEffectAnswer(
            @About("Name of the pipe, or of a group.") String pipe,
            @About("Whose.") String user,
            @About("How many pipes it stands for.") int pipes,
            @About("n without the change, in the mean.") double beforeConnections,
            @About("n with it.") double afterConnections,
            @About("T without the change, in bit/s.") double beforeBps,
            @About("T with it, in bit/s.") double afterBps) {}

    @About("How a constraint would stand on one resource; null: it is not there.")
    record ControlEffectAnswer(
            @About("What kind of limit it is.") ConstraintKind kind,
            @About("Whose.") String user,
            @About("Where.") String resource,

            @About("The limit without the change, in bit/s.") @Nullable
            Double beforeLimitBps,

            @About("The limit with it, in bit/s.") @Nullable Double afterLimitBps,

            @About("What would be used of it without the change, in bit/s.") @Nullable
            Double beforeUsedBps,

            @About("What would be used of it with the change, in bit/s.") @Nullable
            Double afterUsedBps,

            @About("What one bit/s of it would be worth without the change.") @Nullable
            Double beforePrice,

            @About("What one bit/s of it would be worth with the change.") @Nullable
            Double afterPrice) {}

    @About("When a job would end; null: not within the time that was simulated.")
    record JobEffectAnswer(
            @About("Id of the job.") String job,

            @About("In so many seconds, without the change.") @Nullable
            Double beforeSeconds,

            @About("In so many seconds, with it.") @Nullable Double afterSeconds) {}

    @About("What the model says a user moved, and what it was.")
    record ToldAnswer(
            @About("Name of the user.") String user,
            @About("What the model says, in bit/s.") double toldBps,
            @About("What was measured, in bit/s.") double wasBps) {}

    @About("How well the same model tells the last minutes, which are known.")
    record AccuracyAnswer(
            @About("Seconds of the past that it learnt from.")
            double learnedSeconds,

            @About("Seconds after them that it told.") double toldSeconds,

            @About("Differences of all users, as a part of what all moved; null: nothing could be told.") @Nullable
            Double error,

            @About("By user.") List<ToldAnswer> users,

            @About("Why nothing could be told.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String trouble) {
        static AccuracyAnswer of(Accuracy accuracy) {
            return new AccuracyAnswer(
                    accuracy.learnedSeconds(),
                    accuracy.toldSeconds(),
                    accuracy.trouble() == null ? (Double) accuracy.error() : null,
                    accuracy.users().entrySet().stream()
                            .map(told -> new ToldAnswer(
                                    told.getKey().value(),
                                    told.getValue().toldBps(),
                                    told.getValue().wasBps()))
                            .toList(),
                    accuracy.trouble());
        }
    }

    @About("What would be with a change, beside what would be without it.")
    record WhatIfAnswer(
            @About("How far was looked, in seconds; figures are means over the second half.")
            long horizonSeconds,

            @About("What users would move.") List<UserEffectAnswer> users,

            @About("What pipes would do, those first that change most; 200 at most.")
            List<PipeEffectAnswer> pipes,

            @About("How resource controls would stand.") List<ControlEffectAnswer> controls,
            @About("When jobs would end.") List<JobEffectAnswer> jobs,
            @About("Utility without the change.") double beforeUtility,
            @About("Utility with it.") double afterUtility,
            @About("How far the model is to be believed.") AccuracyAnswer accuracy,

            @About("Pairs of runs; they differ in errors of measurement, and where the optimizer may rest in several"
                    + " places these decide in which.")
            int runs,

            @About("Pipes and groups that were simulated.") int simulatedPipes,

            @About("Pipes with nothing to move, which were left out.")
            int idlePipes,

            @About("What was simplified, guessed or left out.")
            List<String> notes,

            @About("How long it took, in seconds.") double seconds) {}

    static WhatIfAnswer of(WhatIf.Told told, long horizonSeconds, List<String> jobs, List<String> warnings) {
        Prediction prediction = told.prediction();
        List<String> notes = new ArrayList<>(warnings);
        notes.addAll(prediction.notes());
        return new WhatIfAnswer(
                horizonSeconds,
                users(prediction),
                pipes(prediction),
                controls(prediction),
                jobs.stream()
                        .map(job -> new JobEffectAnswer(
                                job,
                                prediction.before().jobSeconds().get(job),
                                prediction.after().jobSeconds().get(job)))
                        .toList(),
                prediction.before().utility(),
                prediction.after().utility(),
                AccuracyAnswer.of(prediction.accuracy()),
                prediction.runs().size(),
                prediction.simulatedPipes(),
                prediction.idlePipes(),
                notes,
                told.wall().toMillis() / 1000.0);
    }

    private static List<UserEffectAnswer> users(Prediction prediction) {
        List<UserEffectAnswer> users = new ArrayList<>();
        prediction
                .after()
                .userBps()
                .forEach((user, bps) -> users.add(new UserEffectAnswer(
                        user.value(),
                        prediction.before().userBps().getOrDefault(user, 0.0),
                        bps,
                        prediction.runs().stream()
                                .mapToDouble(run -> of(run, user))
                                .min()
                                .orElse(bps),
                        prediction.runs().stream()
                                .mapToDouble(run -> of(run, user))
                                .max()
                                .orElse(bps))));
        return users;
    }

    private static double of(Outcome run, UserId user) {
        return run.userBps().getOrDefault(user, 0.0);
    }

    private static List<PipeEffectAnswer> pipes(Prediction prediction) {
        Map<PipeId, Integer> members = new LinkedHashMap<>();
        prediction.members().values().forEach(member -> members.merge(member.group(), 1, Integer::sum));
        List<PipeEffectAnswer> pipes = new ArrayList<>();
        prediction.after().pipes().forEach((id, with) -> {
            PipeFigures without = prediction.before().pipes().getOrDefault(id, with);
            pipes.add(new PipeEffectAnswer(
                    id.value(),
                    with.user().value(),
                    members.getOrDefault(id, 1),
                    without.connections(),
                    with.connections(),
                    without.throughputBps(),
                    with.throughputBps()));
        });
        return pipes.stream()
                .sorted(Comparator.comparingDouble(
                                (PipeEffectAnswer pipe) -> -Math.abs(pipe.afterBps() - pipe.beforeBps()))
                        .thenComparing(PipeEffectAnswer::pipe))
                .limit(MOST_PIPES)
                .toList();
    }

    private static List<ControlEffectAnswer> controls(Prediction prediction) {
        Map<String, ControlFigures> before = new LinkedHashMap<>();
        Map<String, ControlFigures> after = new LinkedHashMap<>();
        prediction.before().controls().forEach(control -> before.put(keyOf(control), control));
        prediction.after().controls().forEach(control -> after.put(keyOf(control), control));
        Map<String, ControlFigures> all = new LinkedHashMap<>(after);
        before.forEach(all::putIfAbsent);
        List<ControlEffectAnswer> answers = new ArrayList<>();
        all.forEach((key, control) -> {
            ControlFigures without = before.get(key);
            ControlFigures with = after.get(key);
            answers.add(new ControlEffectAnswer(
                    control.kind(),
                    control.user().value(),
                    control.resource().value(),
                    without == null ? null : (Double) without.limitBps(),
                    with == null ? null : (Double) with.limitBps(),
                    without == null ? null : (Double) without.usedBps(),
                    with == null ? null : (Double) with.usedBps(),
                    without == null ? null : (Double) without.price(),
                    with == null ? null : (Double) with.price()));
        });
        return answers;
    }

    private static String keyOf(ControlFigures control) {
        return control.kind() + " " + control.user() + " " + control.resource();
    }
}
