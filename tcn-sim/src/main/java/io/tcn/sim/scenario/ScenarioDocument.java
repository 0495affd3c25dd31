// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A scenario file, key by key, after [SchemaCheck] has found its shape to be right: what the schema does not
/// require is nullable. The schema says what each key means. [ScenarioCheck] makes a [Scenario] of it.
record ScenarioDocument(
        Integer schema,
        @Nullable String name,
        @Nullable String describes,
        JsonNode topology,
        @Nullable Long seed,
        @Nullable String startsAt,
        @Nullable Storages storages,
        @Nullable List<UserEntry> users,
        @Nullable List<PipeEntry> pipes,
        @Nullable List<AmongEntry> pipesAmong,
        @Nullable Map<String, List<String>> resourceSets,
        @Nullable List<ControlEntry> resourceControls,
        @Nullable List<TransferEntry> transfers,
        @Nullable List<CoflowEntry> coflows,
        @Nullable List<ArrivalEntry> arrivals,
        @Nullable List<String> infiniteBacklog,
        @Nullable List<BackgroundEntry> background,
        @Nullable List<FaultEntry> faults,
        @Nullable PhysicsEntry physics,
        @Nullable SettingsEntry settings) {
    /// The keys of schema 1.
    static final List<String> KEYS_OF_SCHEMA_1 = List.of(
            "schema",
            "name",
            "describes",
            "topology",
            "seed",
            "pipes",
            "resourceControls",
            "transfers",
            "infiniteBacklog");

    record Storages(
            @Nullable StorageEntry everywhere, @Nullable Map<String, StorageEntry> sites) {}

    record StorageEntry(
            @Nullable Double readGbps,
            @Nullable Double writeGbps,
            @Nullable Double perConnectionGbps,
            @Nullable List<CurvePoint> readCurve,
            @Nullable List<CurvePoint> writeCurve) {}

    record CurvePoint(double connections, double gbps) {}

    record UserEntry(String id, double weight) {}

    record PipeEntry(
            String id,
            String src,
            String dst,
            String user,
            @Nullable Double weight,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections) {}

    record AmongEntry(
            JsonNode sites,
            List<String> users,
            @Nullable String prefix,
            @Nullable Double weight,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections) {}

    record ControlEntry(
            String user,
            String resources,
            @Nullable Double share,
            @Nullable Double boundGbps,
            @Nullable Double guaranteeGbps,
            @Nullable Double weight,
            @Nullable Double fromSeconds,
            @Nullable Double untilSeconds,
            @Nullable WhenEntry when) {}

    record WhenEntry(
            String zone,
            @Nullable String from,
            @Nullable String until,
            @Nullable List<WindowEntry> weekly) {}

    record WindowEntry(@Nullable List<String> days, String from, String until) {}

    record TransferEntry(
            String id,
            String pipe,
            long bytes,
            double arrivalSeconds,
            @Nullable List<String> after,
            @Nullable String coflow,
            @Nullable Integer priority) {}

    record CoflowEntry(
            String name,
            @Nullable Double deadlineSeconds,
            @Nullable Double weight) {}

    record ArrivalEntry(
            @Nullable String name,
            @Nullable JsonNode pipes,
            @Nullable Double everySeconds,
            @Nullable Double poissonMeanSeconds,
            @Nullable TraceEntry trace,
            @Nullable SizesEntry sizes,
            @Nullable Long count,
            @Nullable Double fromSeconds,
            @Nullable Double untilSeconds,
            @Nullable Long seed,
            @Nullable Integer priority) {}

    record TraceEntry(
            String file,
            @Nullable String mapping,
            @Nullable Double timeCompression,
            @Nullable Boolean asFastAsPossible,
            @Nullable Integer multiply) {}

    record SizesEntry(
            @Nullable Long fixedBytes,
            @Nullable UniformEntry uniform,
            @Nullable ExponentialEntry exponential,
            @Nullable LognormalEntry lognormal) {}

    record UniformEntry(long minBytes, long maxBytes) {}

    record ExponentialEntry(long meanBytes, @Nullable Long maxBytes) {}

    record LognormalEntry(
            long medianBytes, double sigma, @Nullable Long maxBytes) {}

    record BackgroundEntry(
            String resources,
            @Nullable Double constantGbps,
            @Nullable OnOffEntry onOff,
            @Nullable List<PointEntry> points,
            @Nullable Double fromSeconds,
            @Nullable Double untilSeconds) {}

    record OnOffEntry(double onGbps, double meanOnSeconds, double meanOffSeconds) {}

    record PointEntry(double atSeconds, double gbps) {}

    record FaultEntry(
            String kind,
            @Nullable String resources,
            @Nullable Double capacityGbps,
            @Nullable Double probability,
            @Nullable Double fromSeconds,
            @Nullable Double untilSeconds) {}

    record PhysicsEntry(
            @Nullable Double connectionCeilingGbps,
            @Nullable Double deterioration,
            @Nullable Integer referenceConnections,
            @Nullable Double rttBias,
            @Nullable Boolean rampUp,
            @Nullable FileCostEntry fileCost,
            @Nullable Double loss,
            @Nullable Double noise) {}

    record FileCostEntry(
            @Nullable Double seconds,
            @Nullable Double rtts,
            @Nullable Double spread) {}

    record SettingsEntry(
            @Nullable List<String> optimizers,
            @Nullable Double intervalSeconds,
            @Nullable Double horizonSeconds,
            @Nullable String knowledge,
            @Nullable String utility,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections,
            @Nullable Integer maxRetries,
            @Nullable Double retryDelaySeconds,
            @Nullable HyperParametersEntry hyperParameters,
            @Nullable List<PastEntry> history) {}

    record PastEntry(
            String src,
            String dst,
            String user,
            double connections,
            double gbps,
            @Nullable Double daysOld) {}

    record HyperParametersEntry(
            @Nullable AscentEntry ascent,
            @Nullable ZeroOrderEntry zeroOrder,
            @Nullable FtsModelEntry ftsModel) {}

    record AscentEntry(
            @Nullable Double alpha,
            @Nullable Double stepMax,
            @Nullable Double stepGrowth,
            @Nullable Double exploration,
            @Nullable Double explorationFloor,
            @Nullable String constraints,
            @Nullable String start) {}

    record ZeroOrderEntry(
            @Nullable Double alpha,
            @Nullable Double eta,
            @Nullable Double sigma,
            @Nullable Double stepMax,
            @Nullable String penalty,
            @Nullable Double penaltyWeight,
            @Nullable String start) {}

    record FtsModelEntry(
            @Nullable Double alpha,
            @Nullable Double base,
            @Nullable Integer increaseStep,
            @Nullable Integer decreaseStep,
            @Nullable String start) {}
}
