// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.batch.Parallel;
import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Runs tasks on several threads, each once, however often it is asked for.
final class TaskRunner {
    private final int threads;
    private final Map<Task, Outcome> outcomes = new ConcurrentHashMap<>();
    private final Map<IdealKey, Ideal> ideals = new ConcurrentHashMap<>();

    /// What an ideal hangs on.
    private record IdealKey(Experiment experiment, long seed, PaperSetting setting) {}

    TaskRunner(int threads) {
        this.threads = threads;
    }

    /// How many simulations of these there are still to run.
    int missing(Collection<Task> tasks) {
        return toRun(tasks).size();
    }

    private List<Task> toRun(Collection<Task> tasks) {
        return new LinkedHashSet<>(tasks)
                .stream()
                        .filter(task -> !outcomes.containsKey(task))
                        .sorted(Comparator.comparingDouble(Task::weight).reversed())
                        .toList();
    }

    /// Runs those that have not run.
    ///
    /// @param progress hears what has been done, one call at a time
    void run(Collection<Task> tasks, Consumer<String> progress) throws InterruptedException {
        List<Task> todo = toRun(tasks);
        List<Callable<Outcome>> calls = new ArrayList<>(todo.size());
        todo.forEach(task -> calls.add(() -> simulate(task)));
        List<Outcome> done = Parallel.run(
                calls, threads, index -> progress.accept(todo.get(index).inWords()));
        for (int i = 0; i < done.size(); i++) {
            outcomes.put(todo.get(i), done.get(i));
        }
    }

    /// Works out the ideals of some tasks' experiments.
    void findIdeals(Collection<Task> tasks) throws InterruptedException {
        Map<String, Task> wanted = new TreeMap<>();
        for (Task task : tasks) {
            IdealKey key = key(task.experiment(), task.seed(), task.setting());
            if (!ideals.containsKey(key)) {
                wanted.put(key.toString(), task);
            }
        }
        List<Callable<Ideal>> calls = new ArrayList<>();
        List<Task> order = List.copyOf(wanted.values());
        order.forEach(task -> calls.add(() -> Ideal.of(
                new PaperScenarios().of(task.experiment(), task.seed(), task.setting()),
                settings(task),
                task.experiment().isBacklogged() ? Ideal.Part.ALL : Ideal.Part.TIMES)));
        List<Ideal> found = Parallel.run(calls, threads, index -> {});
        for (int i = 0; i < found.size(); i++) {
            Task task = order.get(i);
            ideals.put(key(task.experiment(), task.seed(), task.setting()), found.get(i));
        }
    }

    private static IdealKey key(Experiment experiment, long seed, PaperSetting setting) {
        return new IdealKey(experiment, seed, setting);
    }

    /// The outcome of a task that has run.
    Outcome outcome(Task task) {
        Outcome outcome = outcomes.get(task);
        if (outcome == null) {
            throw new IllegalStateException("this has not run: " + task.inWords());
        }
        return outcome;
    }

    /// The ideal of an experiment whose ideal was worked out.
    Ideal ideal(Experiment experiment, long seed, PaperSetting setting) {
        Ideal ideal = ideals.get(key(experiment, seed, setting));
        if (ideal == null) {
            throw new IllegalStateException("no ideal was worked out for " + experiment);
        }
        return ideal;
    }

    private static SimulationSettings settings(Task task) {
        Experiment experiment = task.experiment();
        return task.setting()
                .toSettings(
                        task.contestant(),
                        experiment.controls() != Controls.NONE,
                        experiment.terrain(),
                        experiment.backlogIntervals() * task.setting().intervalSeconds());
    }

    private static Outcome simulate(Task task) {
        Scenario scenario = new PaperScenarios().of(task.experiment(), task.seed(), task.setting());
        return Outcome.of(new Simulation(
                        scenario,
                        task.contestant().id(),
                        task.contestant().factory(),
                        settings(task),
                        task.seed(),
                        part -> {})
                .run());
    }
}
