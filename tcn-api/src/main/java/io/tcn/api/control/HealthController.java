// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.cluster.LeaderReach;
import io.tcn.api.cluster.Leadership;
import io.tcn.api.cluster.Role;
import io.tcn.api.loop.LoopTrouble;
import io.tcn.api.loop.Loops;
import io.tcn.api.network.AltoNetwork;
import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.DatabaseWatch;
import io.tcn.api.runtime.EventLog;
import io.tcn.api.runtime.LeftoverCare;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Needs;
import io.tcn.api.store.ActivityIndex;
import io.tcn.api.store.JpaTransferStore;
import java.util.List;
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
    private final ActivityIndex activityIndex;
    private final DatabaseWatch database;
    private final EventLog events;
    private final AltoNetwork network;
    private final LeftoverCare leftovers;
    private final Loops loops;
    private final Leadership leadership;
    private final LeaderReach reach;

    HealthController(
            ControlPlane controlPlane,
            JpaTransferStore store,
            ActivityIndex activityIndex,
            DatabaseWatch database,
            EventLog events,
            AltoNetwork network,
            LeftoverCare leftovers,
            Loops loops,
            Leadership leadership,
            LeaderReach reach) {
        this.reach = reach;
        this.leadership = leadership;
        this.leftovers = leftovers;
        this.controlPlane = controlPlane;
        this.store = store;
        this.activityIndex = activityIndex;
        this.database = database;
        this.events = events;
        this.network = network;
        this.loops = loops;
    }

    /// Open to everybody: 200 when the server serves, 503 when not. While a loop fails and the others go on it is
    /// DEGRADED, which is no reason to be taken out of service. Nor is it one that another server leads, as
    /// long as what is asked of this one reaches it.
    @Needs(open = true)
    @GetMapping("/health")
    @About(value = "Whether the server serves. Waits for nothing.", alsoAt = 503)
    ResponseEntity<OperationAnswers.HealthAnswer> health() {
        List<LoopTrouble> troubles = loops.troubles();
        boolean control = controlPlane.isControlHealthy();
        boolean dispatch = controlPlane.dispatch().isHealthy();
        boolean answers = store.isHealthy() && database.isUp();
        Role role = leadership.role();
        // Who does not lead has no loops, and serves all the same.
        boolean works = role == Role.FOLLOWER || role == Role.TAKING || controlPlane.isRunning();
        Optional<String> unreached = reach.trouble();
        boolean up = works && control && dispatch && answers && leadership.isWell() && unreached.isEmpty();
        // An old map is told by itself: transfers go on.
        boolean refreshed =
                troubles.stream().noneMatch(trouble -> trouble.loop().equals(MAP));
        Optional<String> trouble = activityIndex.trouble().or(store::trouble);
        return ResponseEntity.status(up ? 200 : 503)
                .body(new OperationAnswers.HealthAnswer(
                        !up ? "DOWN" : troubles.isEmpty() && trouble.isEmpty() ? "UP" : "DEGRADED",
                        Version.TEXT,
                        role.word(),
                        unreached.orElse(null),
                        word(control),
                        word(dispatch),
                        word(answers),
                        trouble.orElse(null),
                        refreshed && MapViews.isFresh(network.status()) ? "UP" : "DEGRADED",
                        troubles.stream().map(HealthController::view).toList(),
                        leftovers.known(),
                        events.failedSteps()));
    }

    private static String word(boolean up) {
        return up ? "UP" : "DOWN";
    }

    private static OperationAnswers.LoopAnswer view(LoopTrouble trouble) {
        return new OperationAnswers.LoopAnswer(
                trouble.loop(), "DEGRADED", trouble.reason(), trouble.since(), trouble.failures());
    }
}
