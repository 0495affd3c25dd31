// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A scenario file of schema 1, key by key and unchecked: whatever may be missing is nullable. [ScenarioCheck] makes a
/// [Scenario] of it.
record ScenarioDocument(
        @Nullable Integer schema,
        @Nullable String name,
        @Nullable String describes,
        @Nullable JsonNode topology,
        @Nullable Long seed,
        @Nullable List<@Nullable PipeEntry> pipes,
        @Nullable List<@Nullable ControlEntry> resourceControls,
        @Nullable List<@Nullable TransferEntry> transfers,
        @Nullable List<@Nullable String> infiniteBacklog) {
    /// The only schema that this version reads.
    static final int SCHEMA = 1;

    /// Whether a pipe of this name is listed, be it sound or not.
    boolean listsPipe(String name) {
        return pipes != null && pipes.stream().anyMatch(entry -> entry != null && name.equals(entry.id()));
    }

    record PipeEntry(
            @Nullable String id,
            @Nullable String src,
            @Nullable String dst,
            @Nullable String user) {}

    record ControlEntry(
            @Nullable String user,
            @Nullable String resources,
            @Nullable Double share) {}

    record TransferEntry(
            @Nullable String id,
            @Nullable String pipe,
            @Nullable Long bytes,
            @Nullable Double arrivalSeconds,
            @Nullable List<String> after) {}
}
