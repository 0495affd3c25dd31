// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A checked scenario in the words of core. Everything it names is there, every pipe has a way through the topology,
/// and no transfer waits for itself.
///
/// @param name its name
/// @param describes what it is about, in one line
/// @param topologyName name or file of the topology, `inline` if the scenario holds it
/// @param topology the network
/// @param pipes the pipes, in the order of the file
/// @param controls what users are allowed
/// @param transfers transfers, in the order of the file; without those of infinite backlogs
/// @param infiniteBacklog pipes that never run dry
public record Scenario(
        String name,
        String describes,
        String topologyName,
        Topology topology,
        List<PipeSpec> pipes,
        List<ResourceControl> controls,
        List<TransferSpec> transfers,
        List<PipeId> infiniteBacklog) {
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
    public record PipeSpec(PipeId id, String from, String to, UserId user) {}

    /// A transfer.
    ///
    /// @param id its number: its place in the file, from 1
    /// @param name its name in the file
    /// @param pipe the pipe that carries it
    /// @param sizeBytes size in bytes
    /// @param arrivalNanos when it is submitted, in virtual nanoseconds
    /// @param after the transfers that must finish first
    public record TransferSpec(
            TransferId id, String name, PipeId pipe, long sizeBytes, long arrivalNanos, Set<TransferId> after) {
        public TransferSpec {
            after = Set.copyOf(after);
        }
    }

    /// The storage of a site.
    public static Endpoint endpointOf(String site) {
        return new Endpoint("sim", site, -1);
    }

    /// The users, each once, in the order of their first pipe.
    public List<UserId> users() {
        Set<UserId> users = new LinkedHashSet<>();
        pipes.forEach(pipe -> users.add(pipe.user()));
        controls.forEach(control -> users.add(control.user()));
        return List.copyOf(users);
    }

    /// What is assumed of the sites' storages: 400 Gbit/s at most on ESnet, elsewhere the capacity of the site.
    public StorageAssumption storages() {
        return topologyName.toLowerCase(Locale.ROOT).startsWith("esnet")
                ? StorageAssumption.ESNET
                : new StorageAssumption(Double.POSITIVE_INFINITY);
    }
}
