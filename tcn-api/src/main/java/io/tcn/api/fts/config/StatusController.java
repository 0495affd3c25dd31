// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.PipeActivity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What runs: per host, and per pipe.
@RestController
class StatusController {
    private static final double BITS_PER_MIB = 8.0 * 1024 * 1024;

    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final HostName host;
    private final TimeSource time;

    StatusController(ControlPlane controlPlane, ControlBoard board, HostName host, TimeSource time) {
        this.time = time;
        this.controlPlane = controlPlane;
        this.board = board;
        this.host = host;
    }

    @Needs(value = Operation.CONFIG, certificate = true)
    @GetMapping("/status/hosts")
    ResponseEntity<Object> hosts() {
        int active = 0;
        for (Pipe pipe : controlPlane.state().snapshot().pipes().values()) {
            active += controlPlane.state().activityOf(pipe.id()).activeTransfers();
        }
        // Hosts and counts of zero are missing: clients add up what there is.
        return ConfigBodies.json(active == 0 ? Map.of() : Map.of(host.value(), Map.of("active", active)));
    }

    /// What older versions of FTS answered: one entry per pipe. Without the right to configure all, those of the
    /// caller's own VOs; with the right for own transfers only, none, since a pipe is shared by the whole VO.
    @Needs(Operation.TRANSFER)
    @GetMapping("/snapshot")
    ResponseEntity<Object> snapshot(
            @RequestParam(name = "vo_name", required = false) @Nullable String vo,
            @RequestParam(name = "source_se", required = false) @Nullable String source,
            @RequestParam(name = "dest_se", required = false) @Nullable String destination,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        String from = end(source);
        String to = end(destination);
        FrequentErrors errors = new FrequentErrors(controlPlane.storageHealth(), time.now());
        boolean all = caller.level(Operation.CONFIG) == Level.ALL;
        boolean ofVo = caller.level(Operation.TRANSFER).includes(Level.VO);
        List<Map<String, @Nullable Object>> json = controlPlane.state().snapshot().pipes().values().stream()
                .filter(pipe -> all || (ofVo && caller.users().contains(pipe.user())))
                .filter(pipe -> vo == null || pipe.user().value().equals(vo))
                .filter(pipe -> from == null || from.equals(StorageElements.of(pipe.source())))
                .filter(pipe -> to == null || to.equals(StorageElements.of(pipe.destination())))
                .map(pipe -> view(pipe, errors, caller))
                .toList();
        return ConfigBodies.json(json);
    }

    private static @Nullable String end(@Nullable String given) {
        return given == null ? null : Fields.checked(() -> StorageElements.parse(given));
    }

    private Map<String, @Nullable Object> view(Pipe pipe, FrequentErrors frequentErrors, Caller caller) {
        PipeActivity activity = controlPlane.state().activityOf(pipe.id());
        long ended = activity.finishedTransfers() + activity.failedTransfers();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("source_se", StorageElements.of(pipe.source()));
        json.put("dest_se", StorageElements.of(pipe.destination()));
        json.put("vo_name", pipe.user().value());
        json.put("active", activity.activeTransfers());
        json.put("max_active", pipe.limits().maxConnections());
        json.put("queued", activity.readyTransfers());
        json.put("success_ratio", ended == 0 ? null : 100.0 * activity.finishedTransfers() / ended);
        json.put(
                "avg_throughput",
                board.last(pipe.id())
                        .map(seen -> seen.observation().throughputBps() / BITS_PER_MIB)
                        .orElse(null));
        json.put("frequent_error", frequentErrors.of(pipe, caller.level(Operation.CONFIG) == Level.ALL));
        return json;
    }

    /// What FTS does on remote storages in the caller's name.
    @Needs(Operation.DATA_MANAGEMENT)
    @GetMapping({"/dm/list", "/dm/stat"})
    ResponseEntity<Object> look() {
        return notHere();
    }

    @Needs(Operation.DATA_MANAGEMENT)
    @RequestMapping(
            path = {"/dm/mkdir", "/dm/unlink", "/dm/rmdir", "/dm/rename"},
            method = RequestMethod.POST)
    ResponseEntity<Object> act() {
        return notHere();
    }

    private static ResponseEntity<Object> notHere() {
        throw new FtsException(501, "TCN does not act on remote storages: use a client of the storage");
    }
}
