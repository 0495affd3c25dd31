// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.policy.TransferUrls;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.state.PipeActivity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Storages: what goes on there, and how well. Sums are over the pipes that the caller may see; how attempts went is
/// counted over all, since the start of the server.
@Needs
@RestController
@RequestMapping("/tcn/v1/endpoints")
class EndpointController {
    private final Directory directory;
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final Bans bans;

    EndpointController(Directory directory, ControlPlane controlPlane, ControlBoard board, Bans bans) {
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.board = board;
        this.bans = bans;
    }

    /// What the pipes at an endpoint do together.
    private static final class Sums {
        private int pipes;
        private long reading;
        private long writing;
        private long queued;
        private double inBps;
        private double outBps;
    }

    @GetMapping
    List<Map<String, Object>> all(
            @RequestParam(required = false) @Nullable String endpoint,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        Endpoint only = endpoint == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(endpoint));
        Map<Endpoint, Sums> sums = sums(caller);
        if (only != null && !sums.containsKey(only)) {
            throw Problem.notFound("no pipe that you may see reads or writes at " + endpoint);
        }
        Map<Endpoint, EndpointHealth> health = new TreeMap<>();
        controlPlane.storageHealth().forEach(known -> health.put(known.endpoint(), known));
        Map<Endpoint, EndpointPause> pauses = new TreeMap<>();
        controlPlane.storagePauses().forEach(pause -> pauses.put(pause.endpoint(), pause));
        Map<Endpoint, EndpointLimit> limits = new TreeMap<>();
        directory.endpointLimits().forEach(limit -> limits.put(limit.endpoint(), limit));
        return sums.entrySet().stream()
                .filter(entry -> only == null || entry.getKey().equals(only))
                .map(entry -> {
                    Map<String, Object> json = view(entry.getKey(), entry.getValue());
                    put(json, limits.get(entry.getKey()));
                    put(json, health.get(entry.getKey()), isOperator(caller));
                    EndpointPause pause = pauses.get(entry.getKey());
                    json.put("pausedUntil", pause == null ? null : pause.until());
                    json.put("bans", bansOf(entry.getKey(), caller));
                    return json;
                })
                .toList();
    }

    private Map<Endpoint, Sums> sums(Caller caller) {
        Map<Endpoint, Sums> sums = new TreeMap<>();
        for (Pipe pipe : directory.pipes()) {
            if (!caller.mayActFor(pipe.user())) {
                continue;
            }
            PipeActivity activity = controlPlane.state().activityOf(pipe.id());
            double throughputBps = board.last(pipe.id())
                    .map(last -> last.observation().throughputBps())
                    .orElse(0.0);
            Sums source = sums.computeIfAbsent(pipe.source(), first -> new Sums());
            source.pipes++;
            source.reading += activity.activeConnections();
            source.queued += activity.queuedTransfers();
            source.outBps += throughputBps;
            Sums destination = sums.computeIfAbsent(pipe.destination(), first -> new Sums());
            destination.pipes++;
            destination.writing += activity.activeConnections();
            destination.queued += activity.queuedTransfers();
            destination.inBps += throughputBps;
        }
        return sums;
    }

    private static Map<String, Object> view(Endpoint endpoint, Sums sums) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("endpoint", endpoint.toString());
        json.put("pipes", sums.pipes);
        json.put("readingConnections", sums.reading);
        json.put("writingConnections", sums.writing);
        json.put("queuedTransfers", sums.queued);
        json.put("outboundBps", sums.outBps);
        json.put("inboundBps", sums.inBps);
        return json;
    }

    private static void put(Map<String, Object> json, @Nullable EndpointLimit limit) {
        json.put("maxOutbound", limit == null ? null : most(limit.maxOutbound()));
        json.put("maxInbound", limit == null ? null : most(limit.maxInbound()));
    }

    private static @Nullable Integer most(int limit) {
        return limit == EndpointLimit.UNLIMITED ? null : Integer.valueOf(limit);
    }

    /// Samples name files of whoever had the failure: they are for operators.
    private static boolean isOperator(Caller caller) {
        return caller.level(Operation.CONFIG) == Level.ALL;
    }

    private static void put(Map<String, Object> json, @Nullable EndpointHealth health, boolean withSamples) {
        json.put("attempts", health == null ? 0 : health.attempts());
        json.put("failures", health == null ? 0 : health.failures());
        json.put("failingSince", health == null ? null : health.failingSince());
        json.put("lastSuccess", health == null ? null : health.lastSuccess());
        json.put(
                "failuresByReason",
                health == null
                        ? List.of()
                        : health.byReason().stream()
                                .map(count -> view(count, withSamples))
                                .toList());
    }

    private static Map<String, Object> view(EndpointHealth.FailureCount count, boolean withSample) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("reason", count.code().name());
        json.put("count", count.count());
        json.put("firstAt", count.firstAt());
        json.put("lastAt", count.lastAt());
        json.put("sample", withSample ? count.sample() : null);
        return json;
    }

    private List<Map<String, Object>> bansOf(Endpoint endpoint, Caller caller) {
        String storage = StorageElements.of(endpoint);
        return bans.storages().stream()
                .filter(ban -> ban.storageElement().equals(storage) && caller.mayActFor(ban.user()))
                .map(BansController::view)
                .toList();
    }
}
