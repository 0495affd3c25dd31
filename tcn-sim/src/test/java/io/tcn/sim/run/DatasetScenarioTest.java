// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Group order against first come, first served on the shipped scenario `datasets`.
class DatasetScenarioTest {
    private static final Scenario DATASETS = read();
    private static final SimulationResult ORDERED = run(true);
    private static final SimulationResult FIRST_COME = run(false);

    @Test
    void aDatasetIsDoneMuchSoonerThanWithFirstComeFirstServed() {
        assertThat(mean(FIRST_COME) / mean(ORDERED)).isGreaterThan(1.5);
    }

    @Test
    void nothingIsLostOfTheThroughput() {
        assertThat(ORDERED.movedBytes()).isEqualTo(FIRST_COME.movedBytes());
        assertThat(FIRST_COME.endSeconds() / ORDERED.endSeconds()).isGreaterThan(0.98);
    }

    @Test
    void noOrderCouldBeTwiceAsGood() {
        assertThat(mean(ORDERED) / lowerBoundSeconds()).isBetween(1.0, 2.0);
    }

    /// The dataset that is longest under way gets a deadline: three quarters of the time that it took without one.
    @Test
    void aDatasetWithADeadlineIsDoneInTimeAndTheOthersLoseLittle() {
        CoflowRecord longest = ORDERED.coflows().stream()
                .max(Comparator.comparingDouble(
                        coflow -> coflow.completionSeconds().orElseThrow()))
                .orElseThrow();
        double deadline =
                longest.arrivalSeconds() + 0.75 * longest.completionSeconds().orElseThrow();
        SimulationResult due = run(withDeadline(longest.name(), deadline), true);

        assertThat(due.coflows())
                .filteredOn(coflow -> coflow.name().equals(longest.name()))
                .singleElement()
                .satisfies(coflow -> assertThat(coflow.isInTime()).isTrue());
        assertThat(due.movedBytes()).isEqualTo(ORDERED.movedBytes());
        assertThat(mean(due)).isLessThan(1.2 * mean(ORDERED));
    }

    private static Scenario withDeadline(String dataset, double deadlineSeconds) {
        ScenarioDetails present = DATASETS.details();
        return new Scenario(
                DATASETS.name(),
                DATASETS.describes(),
                DATASETS.topologyName(),
                DATASETS.topology(),
                DATASETS.pipes(),
                DATASETS.controls(),
                DATASETS.transfers(),
                DATASETS.infiniteBacklog(),
                new ScenarioDetails(
                        present.seed(),
                        present.userWeights(),
                        present.resourceSets(),
                        present.timedControls(),
                        present.storages(),
                        present.arrivals(),
                        Map.of(dataset, new ScenarioDetails.CoflowSpec(deadlineSeconds, 1)),
                        present.background(),
                        present.faults(),
                        present.physics(),
                        present.settings(),
                        present.notes()));
    }

    private static Scenario read() {
        try {
            return new ScenarioReader().read("datasets", null);
        } catch (InvalidScenarioException notSound) {
            throw new AssertionError(notSound);
        }
    }

    private static SimulationResult run(boolean groupOrder) {
        return run(DATASETS, groupOrder);
    }

    private static SimulationResult run(Scenario scenario, boolean groupOrder) {
        return Worlds.run(scenario, "tcn", SimulationSettings.of(scenario).withGroupOrder(groupOrder), 1);
    }

    private static double mean(SimulationResult result) {
        return result.coflows().stream()
                .mapToDouble(coflow -> coflow.completionSeconds().orElseThrow())
                .average()
                .orElseThrow();
    }

    // --- a bound that is worked out without the planner

    /// Work of one dataset on one pipe.
    private static final class Task {
        private final double arrival;
        private double leftSeconds;

        private Task(double arrival) {
            this.arrival = arrival;
        }
    }

    /// Each dataset counts only on the pipe where it has most; there, nothing has a smaller mean than the
    /// shortest rest first, at what the connections of the pipe can carry.
    private static double lowerBoundSeconds() {
        SimulationSettings settings = SimulationSettings.of(DATASETS);
        double pipeBps = settings.limits().maxConnections() * settings.physics().ceilingBps();
        Map<String, Map<PipeId, Double>> bits = new TreeMap<>();
        Map<String, Double> arrivals = new HashMap<>();
        for (TransferSpec spec : DATASETS.transfers()) {
            String dataset = String.valueOf(spec.coflow());
            bits.computeIfAbsent(dataset, none -> new TreeMap<>())
                    .merge(spec.pipe(), spec.sizeBytes() * 8.0, Double::sum);
            arrivals.merge(dataset, spec.arrivalNanos() / 1e9, Math::min);
        }
        Map<PipeId, List<Task>> tasks = new TreeMap<>();
        bits.forEach((dataset, byPipe) -> {
            Map.Entry<PipeId, Double> most =
                    byPipe.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
            Task task = new Task(arrivals.getOrDefault(dataset, 0.0));
            task.leftSeconds = most.getValue() / pipeBps;
            tasks.computeIfAbsent(most.getKey(), none -> new ArrayList<>()).add(task);
        });
        double sum = tasks.values().stream()
                .mapToDouble(DatasetScenarioTest::shortestRestFirst)
                .sum();
        return sum / bits.size();
    }

    private static double shortestRestFirst(List<Task> tasks) {
        List<Task> open = new ArrayList<>(tasks);
        double now = 0;
        double sum = 0;
        while (!open.isEmpty()) {
            double present = now;
            double next = open.stream()
                    .mapToDouble(task -> task.arrival)
                    .filter(arrival -> arrival > present)
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
            Task shortest = open.stream()
                    .filter(task -> task.arrival <= present)
                    .min(Comparator.comparingDouble(task -> task.leftSeconds))
                    .orElse(null);
            if (shortest == null) {
                now = next;
            } else if (now + shortest.leftSeconds <= next) {
                now += shortest.leftSeconds;
                sum += now - shortest.arrival;
                open.remove(shortest);
            } else {
                shortest.leftSeconds -= next - now;
                now = next;
            }
        }
        return sum;
    }
}
