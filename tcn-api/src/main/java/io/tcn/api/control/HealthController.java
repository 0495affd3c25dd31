// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.loop.LoopTrouble;
import io.tcn.api.loop.Loops;
import io.tcn.api.network.AltoNetwork;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.DatabaseWatch;
import io.tcn.api.runtime.EventLog;
import io.tcn.api.runtime.LeftoverCare;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Needs;
import io.tcn.api.store.JpaTransferStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Whether all is well. Asks nobody and waits for nothing: it tells what the parts have noted of themselves.
@RestController
@RequestMapping("/tcn/v1")
class HealthController {
    private static final String MAP = "map";

    private final ControlPlane controlPlane;
    private final JpaTransferStore store;
    private final DatabaseWatch database;
    private final EventLog events;
    private final AltoNetwork network;
    private final LeftoverCare leftovers;
    private final Loops loops;

    HealthController(
            ControlPlane controlPlane,
            JpaTransferStore store,
            DatabaseWatch database,
            EventLog events,
            AltoNetwork network,
            LeftoverCare leftovers,
            Loops loops) {
        this.leftovers = leftovers;
        this.controlPlane = controlPlane;
        this.store = store;
        this.database = database;
        this.events = events;
        this.network = network;
        this.loops = loops;
    }

    /// Open to everybody: 200 when the server serves, 503 when not. While a loop fails and the others go on it is
    /// DEGRADED, which is no reason to be taken out of service.
    @Needs(open = true)
    @GetMapping("/health")
    ResponseEntity<Map<String, Object>> health() {
        List<LoopTrouble> troubles = loops.troubles();
        boolean control = controlPlane.isControlHealthy();
        boolean dispatch = controlPlane.dispatch().isHealthy();
        boolean answers = store.isHealthy() && database.isUp();
        boolean up = controlPlane.isRunning() && control && dispatch && answers;
        // An old map is told by itself: transfers go on.
        boolean refreshed =
                troubles.stream().noneMatch(trouble -> trouble.loop().equals(MAP));
        Map<String, Object> json = new LinkedHashMap<>();
        Optional<String> trouble = store.trouble();
        json.put("status", !up ? "DOWN" : troubles.isEmpty() && trouble.isEmpty() ? "UP" : "DEGRADED");
        json.put("version", Version.TEXT);
        json.put("controlLoop", word(control));
        json.put("dispatchLoop", word(dispatch));
        json.put("database", word(answers));
        trouble.ifPresent(reason -> json.put("databaseReason", reason));
        json.put("networkMap", refreshed && MapViews.isFresh(network.status()) ? "UP" : "DEGRADED");
        json.put("loops", troubles.stream().map(HealthController::view).toList());
        json.put("leftovers", leftovers.known());
        json.put("failedSteps", events.failedSteps());
        return ResponseEntity.status(up ? 200 : 503).body(json);
    }

    private static String word(boolean up) {
        return up ? "UP" : "DOWN";
    }

    private static Map<String, Object> view(LoopTrouble trouble) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("loop", trouble.loop());
        json.put("status", "DEGRADED");
        json.put("reason", trouble.reason());
        json.put("since", trouble.since());
        json.put("failures", trouble.failures());
        return json;
    }
}
