// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.Links;
import io.tcn.api.policy.PairDecision;
import io.tcn.api.policy.PairDecisions;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What the optimizer decides per pair of storage elements.
@RestController
class OptimizerController {
    private static final int NEWEST = 50;

    private final PairDecisions decisions;
    private final Links links;
    private final ConfigBodies bodies;
    private final TimeSource time;

    OptimizerController(PairDecisions decisions, Links links, ConfigBodies bodies, TimeSource time) {
        this.decisions = decisions;
        this.links = links;
        this.bodies = bodies;
        this.time = time;
    }

    /// Always: every optimizer of TCN decides by itself; pairs are fixed one by one.
    @Needs(Operation.TRANSFER)
    @GetMapping("/optimizer")
    ResponseEntity<Object> isOn() {
        return ConfigBodies.json(true);
    }

    @Needs(Operation.TRANSFER)
    @GetMapping("/optimizer/current")
    ResponseEntity<Object> current(
            @RequestParam(name = "source_se", required = false) @Nullable String source,
            @RequestParam(name = "dest_se", required = false) @Nullable String destination) {
        return ConfigBodies.json(decisions.current().stream()
                .filter(between(source, destination))
                .map(OptimizerController::current)
                .toList());
    }

    @Needs(Operation.TRANSFER)
    @GetMapping("/optimizer/evolution")
    ResponseEntity<Object> evolution(
            @RequestParam(name = "source_se", required = false) @Nullable String source,
            @RequestParam(name = "dest_se", required = false) @Nullable String destination) {
        return ConfigBodies.json(decisions.newest(between(source, destination), NEWEST).stream()
                .map(OptimizerController::evolution)
                .toList());
    }

    private static Predicate<PairDecision> between(@Nullable String source, @Nullable String destination) {
        String from = end(source);
        String to = end(destination);
        return entry -> (from == null || from.equals(entry.source())) && (to == null || to.equals(entry.destination()));
    }

    private static @Nullable String end(@Nullable String given) {
        return given == null || given.isBlank() ? null : Fields.checked(() -> StorageElements.parse(given));
    }

    private static Map<String, @Nullable Object> current(PairDecision entry) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("source_se", entry.source());
        json.put("dest_se", entry.destination());
        json.put("active", entry.decided().active());
        json.put("nostreams", entry.decided().streams());
        json.put("ema", entry.measured().emaBytesPerSecond());
        json.put("datetime", FtsDates.format(entry.at()));
        return json;
    }

    private static Map<String, @Nullable Object> evolution(PairDecision entry) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("datetime", FtsDates.format(entry.at()));
        json.put("source_se", entry.source());
        json.put("dest_se", entry.destination());
        json.put("active", entry.decided().active());
        json.put("throughput", entry.measured().bytesPerSecond());
        json.put("success", entry.measured().successPercent());
        json.put("rationale", entry.decided().rationale());
        json.put("diff", entry.decided().diff());
        json.put("actual_active", entry.measured().actualActive());
        json.put("queue_size", entry.measured().queueSize());
        json.put("ema", entry.measured().emaBytesPerSecond());
        json.put("filesize_avg", entry.measured().meanFileBytes());
        json.put("filesize_stddev", entry.measured().stdDevFileBytes());
        return json;
    }

    /// Fixes the connections of a pair; 0 lets the optimizer decide again.
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/optimizer/current")
    ResponseEntity<Object> pin(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        String source = Fields.checked(() -> StorageElements.parse(fields.needText("source_se", Fields.LONG_NAME)));
        String destination = Fields.checked(() -> StorageElements.parse(fields.needText("dest_se", Fields.LONG_NAME)));
        for (String key : List.of("throughput", "success", "queue_size")) {
            fields.number(key);
        }
        int active =
                fields.connections("active", 0).orElseThrow(() -> FtsException.badRequest("\"active\" is missing"));
        links.pin(source, destination, active, caller.dn());
        PairDecision entry = decisions.pinned(
                source,
                destination,
                active,
                fields.integer("nostreams", 0).orElse(null),
                fields.number("ema").orElse(null),
                time.now());
        return ConfigBodies.json(List.of(evolution(entry), current(entry)));
    }
}
