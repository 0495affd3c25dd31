// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PastUse;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a scenario says beside its network, pipes, lasting controls and listed transfers. Its parts may be empty.
///
/// @param seed feeds all chance of the scenario
/// @param userWeights weights of users other than 1
/// @param resourceSets resource-sets beside those that are always there
/// @param timedControls controls for a part of the run
/// @param storages what storages can do
/// @param arrivals transfers that arrive by a rule
/// @param coflows what is said of coflows, by name; of those that are not there nothing is
/// @param background traffic of others, at most one source per resource
/// @param faults what breaks
/// @param physics how the network behaves
/// @param settings how a run is done
/// @param notes what a reader should know, such as what was completed or left out
public record ScenarioDetails(
        long seed,
        Map<UserId, Double> userWeights,
        List<ResourceSet> resourceSets,
        List<TimedControl> timedControls,
        Storages storages,
        List<ArrivalProcess> arrivals,
        Map<String, CoflowSpec> coflows,
        List<Background> background,
        List<Fault> faults,
        PhysicsSpec physics,
        SettingsSpec settings,
        List<String> notes) {
    /// Nothing but seed 0.
    public static final ScenarioDetails NONE = new ScenarioDetails(
            0,
            Map.of(),
            List.of(),
            List.of(),
            Storages.NONE,
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            PhysicsSpec.NONE,
            SettingsSpec.NONE,
            List.of());

    public ScenarioDetails {
        userWeights = Collections.unmodifiableMap(new TreeMap<>(userWeights));
        resourceSets = List.copyOf(resourceSets);
        timedControls = List.copyOf(timedControls);
        arrivals = List.copyOf(arrivals);
        coflows = Collections.unmodifiableMap(new TreeMap<>(coflows));
        background = List.copyOf(background);
        faults = List.copyOf(faults);
        notes = List.copyOf(notes);
    }

    /// A control for a part of the run. Of several for the same user, set and kind the last in the list holds.
    public record TimedControl(ResourceControl control, ControlTimes times) {}

    /// What is said of a coflow.
    ///
    /// @param deadlineSeconds when it should be done, in virtual seconds from the start; null: as soon as may be
    /// @param weight how much it counts beside others, positive
    public record CoflowSpec(@Nullable Double deadlineSeconds, double weight) {
        /// Of which nothing is said.
        public static final CoflowSpec USUAL = new CoflowSpec(null, 1);
    }

    /// What storages can do.
    ///
    /// @param usual for sites that are not listed; null: what the topology says
    /// @param sites by site
    public record Storages(@Nullable Storage usual, Map<String, Storage> sites) {
        public static final Storages NONE = new Storages(null, Map.of());

        public Storages {
            sites = Collections.unmodifiableMap(new TreeMap<>(sites));
        }

        /// What is said of a site's storage; null if nothing is.
        public @Nullable Storage of(String site) {
            return sites.getOrDefault(site, usual);
        }
    }

    /// One storage; what is null is left to the topology.
    ///
    /// @param readBps the most that it serves, in bit/s
    /// @param writeBps the most that it takes, in bit/s
    /// @param perConnectionBps the most that one connection carries, in bit/s
    /// @param readCurve what it serves over connections; empty for none
    /// @param writeCurve what it takes over connections; empty for none
    public record Storage(
            @Nullable Double readBps,
            @Nullable Double writeBps,
            @Nullable Double perConnectionBps,
            List<CurvePoint> readCurve,
            List<CurvePoint> writeCurve) {
        public Storage {
            readCurve = List.copyOf(readCurve);
            writeCurve = List.copyOf(writeCurve);
        }
    }

    /// A point of a curve.
    ///
    /// @param bps in bit/s
    public record CurvePoint(double connections, double bps) {}

    /// Traffic of others on one resource.
    public record Background(ResourceId resource, Pattern pattern) {}

    /// How traffic of others goes.
    public sealed interface Pattern {}

    /// On and off in turn, on first, both for exponential times.
    public record OnOff(double onBps, double meanOnSeconds, double meanOffSeconds) implements Pattern {}

    /// Steps by rising time; nothing before the first.
    public record Steps(List<Step> steps) implements Pattern {
        public Steps {
            steps = List.copyOf(steps);
        }
    }

    /// From a moment on so much, in bit/s.
    public record Step(double atSeconds, double bps) {}

    /// Something that breaks for a part of the run.
    public sealed interface Fault {
        /// When.
        Span span();
    }

    /// Resources have another capacity; 0: nothing gets through.
    ///
    /// @param capacityBps in bit/s; where several faults meet the least counts
    /// @param isFatal whether what is under way over them fails when it begins
    public record CapacityFault(List<ResourceId> resources, double capacityBps, boolean isFatal, Span span)
            implements Fault {
        public CapacityFault {
            resources = List.copyOf(resources);
        }
    }

    /// A part of all attempts fails. Where several meet, the largest probability counts.
    public record FailureFault(double probability, Span span) implements Fault {}

    /// How the network behaves; what is null is as the run's settings say.
    ///
    /// @param ceilingBps the most that one connection carries, in bit/s
    /// @param deterioration part of the capacity that is lost at `referenceConnections` of each pipe
    /// @param noise deviation of what a pipe is seen to move in an interval, as a part of it
    public record PhysicsSpec(
            @Nullable Double ceilingBps,
            @Nullable Double deterioration,
            @Nullable Integer referenceConnections,
            double rttBias,
            boolean rampUp,
            double fileCostSeconds,
            double fileCostRtts,
            double fileCostSpread,
            double loss,
            double noise) {
        public static final PhysicsSpec NONE = new PhysicsSpec(null, null, null, 0, false, 0, 0, 0, 0, 0);
    }

    /// How a run is done; what is null is left to the command.
    ///
    /// @param optimizers names; empty for the command's own
    /// @param knowledge `full`, `capacities` or `none`
    /// @param utility its name as `Utilities` knows it
    /// @param hyperParameters of the optimizers
    /// @param history what is known of the past of pipes
    public record SettingsSpec(
            List<String> optimizers,
            @Nullable Double intervalSeconds,
            @Nullable Double horizonSeconds,
            @Nullable String knowledge,
            @Nullable String utility,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections,
            int maxRetries,
            double retryDelaySeconds,
            HyperParameters hyperParameters,
            List<PastUse> history) {
        /// Three retries, 10 s apart, the usual hyper-parameters, and no history.
        public static final SettingsSpec NONE = new SettingsSpec(
                List.of(), null, null, null, null, null, null, 3, 10, HyperParameters.USUAL, List.of());

        public SettingsSpec {
            optimizers = List.copyOf(optimizers);
            history = List.copyOf(history);
        }
    }
}
