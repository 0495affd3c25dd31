// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A checked scenario in the words of core. Everything it names is there, every pipe has a way through the
/// topology, and no transfer waits for itself.
///
/// @param name its name
/// @param describes what it is about, in one line
/// @param topologyName name or file of the topology, `inline` if the scenario holds it
/// @param topology the network
/// @param pipes the pipes, in the order of the file
/// @param controls what users are allowed during the whole run
/// @param transfers listed transfers, in the order of the file; without arrivals and infinite backlogs
/// @param infiniteBacklog pipes that never run dry
/// @param details what else it says
public record Scenario(
        String name,
        String describes,
        String topologyName,
        Topology topology,
        List<PipeSpec> pipes,
        List<ResourceControl> controls,
        List<TransferSpec> transfers,
        List<PipeId> infiniteBacklog,
        ScenarioDetails details) {
    /// The most transfers of a run: what a run of 2 GiB of memory holds with some to spare.
    public static final long MAX_TRANSFERS = 2_000_000;

    /// A scenario without further details.
    public Scenario(
            String name,
            String describes,
            String topologyName,
            Topology topology,
            List<PipeSpec> pipes,
            List<ResourceControl> controls,
            List<TransferSpec> transfers,
            List<PipeId> infiniteBacklog) {
        this(
                name,
                describes,
                topologyName,
                topology,
                pipes,
                controls,
                transfers,
                infiniteBacklog,
                ScenarioDetails.NONE);
    }

    public Scenario {
        pipes = List.copyOf(pipes);
        controls = List.copyOf(controls);
        transfers = List.copyOf(transfers);
        infiniteBacklog = List.copyOf(infiniteBacklog);
    }

    /// A pipe between two sites.
    ///
    /// @param id its name
    /// @param from the site where files are read
    /// @param to the site where files are written
    /// @param user whose transfers it carries
    /// @param weight its weight in the utility beside that of its user
    /// @param minConnections m, null for that of the run's settings
    /// @param maxConnections M, null for that of the run's settings
    public record PipeSpec(
            PipeId id,
            String from,
            String to,
            UserId user,
            double weight,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections) {
        /// A pipe of weight 1 with the limits of the run's settings.
        public PipeSpec(PipeId id, String from, String to, UserId user) {
            this(id, from, to, user, 1, null, null);
        }
    }

    /// A transfer.
    ///
    /// @param id its number: its place in the file, from 1
    /// @param name its name in the file
    /// @param pipe the pipe that carries it
    /// @param sizeBytes size in bytes
    /// @param arrivalNanos when it is submitted, in virtual nanoseconds
    /// @param after the transfers that must finish first
    /// @param coflow the coflow that it belongs to, null for none
    /// @param priority 1 (last) to 5 (first)
    public record TransferSpec(
            TransferId id,
            String name,
            PipeId pipe,
            long sizeBytes,
            long arrivalNanos,
            Set<TransferId> after,
            @Nullable String coflow,
            int priority) {
        public TransferSpec {
            after = Set.copyOf(after);
        }

        /// A transfer of usual priority in no coflow.
        public TransferSpec(
                TransferId id, String name, PipeId pipe, long sizeBytes, long arrivalNanos, Set<TransferId> after) {
            this(id, name, pipe, sizeBytes, arrivalNanos, after, null, Transfer.DEFAULT_PRIORITY);
        }
    }

    /// Whether users are bound, guaranteed or weighed at any time.
    public boolean hasControls() {
        return !controls.isEmpty() || !details.timedControls().isEmpty();
    }

    /// How many transfers come, listed ones and arrivals; where chance decides, the mean. Without infinite
    /// backlogs.
    public long expectedTransfers() {
        double arrivals = details.arrivals().stream()
                .mapToDouble(ArrivalProcess::expectedCount)
                .sum();
        return Math.round(transfers.size() + Math.min(arrivals, 1e15));
    }

    /// The storage of a site.
    public static Endpoint endpointOf(String site) {
        return new Endpoint("sim", site, -1);
    }

    /// The users, each once, in the order of their first pipe; those without a pipe behind them.
    public List<UserId> users() {
        Set<UserId> users = new LinkedHashSet<>();
        pipes.forEach(pipe -> users.add(pipe.user()));
        controls.forEach(control -> users.add(control.user()));
        details.timedControls().forEach(timed -> users.add(timed.control().user()));
        users.addAll(details.userWeights().keySet());
        return List.copyOf(users);
    }

    /// What is assumed of the sites' storages: 400 Gbit/s at most on ESnet, elsewhere the capacity of the site.
    public StorageAssumption storages() {
        return topologyName.toLowerCase(Locale.ROOT).startsWith("esnet")
                ? StorageAssumption.ESNET
                : new StorageAssumption(Double.POSITIVE_INFINITY);
    }
}
