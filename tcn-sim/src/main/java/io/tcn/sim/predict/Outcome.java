// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/// What a simulated run came to: means over the second half of the horizon.
///
/// @param pipes what pipes and groups of pipes did
/// @param userBps what users moved, in bit/s
/// @param controls how resource controls stood
/// @param jobSeconds when jobs ended, in seconds from the change; those that did not are missing
/// @param utility a(T)
/// @param seconds how far it was simulated, in virtual seconds from the change
/// @param complete whether it came to the end of the horizon; if not, means are over what there is
public record Outcome(
        Map<PipeId, PipeFigures> pipes,
        Map<UserId, Double> userBps,
        List<ControlFigures> controls,
        Map<String, Double> jobSeconds,
        double utility,
        double seconds,
        boolean complete) {
    /// Where nothing moves.
    static final Outcome NOTHING = new Outcome(Map.of(), Map.of(), List.of(), Map.of(), 0, 0, true);

    /// @param user whose
    /// @param connections n
    /// @param openConnections connections that were open
    /// @param throughputBps T in bit/s
    public record PipeFigures(UserId user, double connections, double openConnections, double throughputBps) {}

    /// @param kind bound, guarantee or share
    /// @param user whose
    /// @param resource where
    /// @param limitBps the limit in bit/s
    /// @param usedBps what was used of it, in bit/s
    /// @param price what one bit/s of it is worth
    public record ControlFigures(
            ConstraintKind kind, UserId user, ResourceId resource, double limitBps, double usedBps, double price) {}

    public Outcome {
        pipes = sorted(pipes);
        userBps = sorted(userBps);
        controls = List.copyOf(controls);
        jobSeconds = sorted(jobSeconds);
    }

    /// The means of several runs, which differ in errors of measurement and in the optimizer's lots. Jobs are those
    /// of the first.
    static Outcome mean(List<Outcome> runs) {
        Map<PipeId, PipeFigures> pipes = new TreeMap<>();
        Map<UserId, Double> users = new TreeMap<>();
        Outcome first = runs.getFirst();
        first.pipes()
                .forEach((id, one) -> pipes.put(
                        id,
                        new PipeFigures(
                                one.user(),
                                mean(runs, run -> figures(run, id, one).connections()),
                                mean(runs, run -> figures(run, id, one).openConnections()),
                                mean(runs, run -> figures(run, id, one).throughputBps()))));
        first.userBps()
                .keySet()
                .forEach(user -> users.put(user, mean(runs, run -> run.userBps().getOrDefault(user, 0.0))));
        List<ControlFigures> controls = first.controls().stream()
                .map(one -> new ControlFigures(
                        one.kind(),
                        one.user(),
                        one.resource(),
                        mean(runs, run -> figures(run, one).limitBps()),
                        mean(runs, run -> figures(run, one).usedBps()),
                        mean(runs, run -> figures(run, one).price())))
                .toList();
        return new Outcome(
                pipes,
                users,
                controls,
                first.jobSeconds(),
                mean(runs, Outcome::utility),
                mean(runs, Outcome::seconds),
                runs.stream().allMatch(Outcome::complete));
    }

    private static PipeFigures figures(Outcome run, PipeId pipe, PipeFigures otherwise) {
        return run.pipes().getOrDefault(pipe, otherwise);
    }

    private static ControlFigures figures(Outcome run, ControlFigures like) {
        return run.controls().stream()
                .filter(other -> other.kind() == like.kind()
                        && other.user().equals(like.user())
                        && other.resource().equals(like.resource()))
                .findFirst()
                .orElse(like);
    }

    private static double mean(List<Outcome> runs, ToDoubleFunction<Outcome> figure) {
        return runs.stream().mapToDouble(figure).average().orElse(0);
    }

    private static <K extends Comparable<K>, V> SortedMap<K, V> sorted(Map<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
