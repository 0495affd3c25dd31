// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeKey;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PastUse;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.scenario.ScenarioDetails.CurvePoint;
import io.tcn.sim.scenario.ScenarioDetails.PhysicsSpec;
import io.tcn.sim.scenario.ScenarioDetails.SettingsSpec;
import io.tcn.sim.scenario.ScenarioDetails.Storage;
import io.tcn.sim.scenario.ScenarioDetails.Storages;
import io.tcn.sim.scenario.ScenarioDocument.FileCostEntry;
import io.tcn.sim.scenario.ScenarioDocument.PastEntry;
import io.tcn.sim.scenario.ScenarioDocument.PhysicsEntry;
import io.tcn.sim.scenario.ScenarioDocument.SettingsEntry;
import io.tcn.sim.scenario.ScenarioDocument.StorageEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Checks storages, physics and settings of a document: what the schema cannot say.
final class SettingsCheck {
    private static final double MILLIS_OF_DAY = 86_400_000;

    private final Ground ground;
    private final Complaints complaints;

    SettingsCheck(Ground ground) {
        this.ground = ground;
        this.complaints = ground.complaints();
    }

    Storages storages(ScenarioDocument.@Nullable Storages given) {
        if (given == null) {
            return Storages.NONE;
        }
        Storage usual = given.everywhere() == null ? null : storage(given.everywhere(), "/storages/everywhere");
        Map<String, Storage> sites = new TreeMap<>();
        if (given.sites() != null) {
            given.sites().forEach((site, entry) -> {
                String place = "/storages/sites/" + site.replace("~", "~0").replace("/", "~1");
                if (ground.checkSite(site, place)) {
                    sites.put(site, storage(entry, place));
                }
            });
        }
        return new Storages(usual, sites);
    }

    private Storage storage(StorageEntry entry, String place) {
        return new Storage(
                bps(entry.readGbps()),
                bps(entry.writeGbps()),
                bps(entry.perConnectionGbps()),
                curve(entry.readCurve(), place + "/readCurve"),
                curve(entry.writeCurve(), place + "/writeCurve"));
    }

    private List<CurvePoint> curve(@Nullable List<ScenarioDocument.CurvePoint> given, String place) {
        List<CurvePoint> curve = new ArrayList<>();
        List<ScenarioDocument.CurvePoint> points = given == null ? List.of() : given;
        for (int i = 0; i < points.size(); i++) {
            if (i > 0 && points.get(i).connections() <= points.get(i - 1).connections()) {
                complaints.add(
                        place + "/" + i + "/connections",
                        "connections of a curve must rise",
                        "order the points by connections");
            }
            curve.add(new CurvePoint(points.get(i).connections(), points.get(i).gbps() * 1e9));
        }
        return curve;
    }

    PhysicsSpec physics(@Nullable PhysicsEntry given) {
        if (given == null) {
            return PhysicsSpec.NONE;
        }
        FileCostEntry cost = given.fileCost();
        return new PhysicsSpec(
                bps(given.connectionCeilingGbps()),
                given.deterioration(),
                given.referenceConnections(),
                orZero(given.rttBias()),
                Boolean.TRUE.equals(given.rampUp()),
                cost == null ? 0 : orZero(cost.seconds()),
                cost == null ? 0 : orZero(cost.rtts()),
                cost == null ? 0 : orZero(cost.spread()),
                orZero(given.loss()),
                orZero(given.noise()));
    }

    SettingsSpec settings(@Nullable SettingsEntry given) {
        if (given == null) {
            return SettingsSpec.NONE;
        }
        if (given.minConnections() != null
                && given.maxConnections() != null
                && given.minConnections() > given.maxConnections()) {
            complaints.add(
                    "/settings/maxConnections",
                    "at most " + given.maxConnections() + " connections are fewer than at least "
                            + given.minConnections(),
                    "let maxConnections be minConnections or more");
        }
        if (given.horizonSeconds() != null
                && given.horizonSeconds() < (given.intervalSeconds() == null ? 1 : given.intervalSeconds())) {
            complaints.add(
                    "/settings/horizonSeconds", "the run ends before its first control interval", "let it last longer");
        }
        if (given.utility() != null) {
            try {
                Utilities.byName(given.utility());
            } catch (IllegalArgumentException unknown) {
                complaints.add("/settings/utility", "there is no utility \"" + given.utility() + "\"", remedy(unknown));
            }
        }
        return new SettingsSpec(
                given.optimizers() == null ? List.of() : given.optimizers(),
                given.intervalSeconds(),
                given.horizonSeconds(),
                given.knowledge(),
                given.utility(),
                given.minConnections(),
                given.maxConnections(),
                given.maxRetries() == null ? SettingsSpec.NONE.maxRetries() : given.maxRetries(),
                given.retryDelaySeconds() == null ? SettingsSpec.NONE.retryDelaySeconds() : given.retryDelaySeconds(),
                new HyperParametersCheck(complaints).check(given.hyperParameters()),
                history(given.history()));
    }

    private List<PastUse> history(@Nullable List<PastEntry> given) {
        List<PastUse> history = new ArrayList<>();
        List<PastEntry> entries = given == null ? List.of() : given;
        for (int i = 0; i < entries.size(); i++) {
            PastEntry entry = entries.get(i);
            String place = "/settings/history/" + i;
            // Both are looked at, for all complaints come at once.
            boolean isSource = ground.checkSite(entry.src(), place + "/src");
            boolean isDestination = ground.checkSite(entry.dst(), place + "/dst");
            if (isSource && isDestination) {
                history.add(new PastUse(
                        new PipeKey(
                                Scenario.endpointOf(entry.src()),
                                Scenario.endpointOf(entry.dst()),
                                UserId.of(entry.user())),
                        entry.connections(),
                        entry.gbps() * 1e9,
                        Engine.EPOCH.minusMillis(Math.round(orZero(entry.daysOld()) * MILLIS_OF_DAY))));
            }
        }
        return history;
    }

    private static String remedy(IllegalArgumentException unknown) {
        String message = String.valueOf(unknown.getMessage());
        return message.substring(message.indexOf(": ") + (message.contains(": ") ? 2 : 1));
    }

    private static double orZero(@Nullable Double given) {
        return given == null ? 0 : given;
    }

    private static @Nullable Double bps(@Nullable Double gbps) {
        return gbps == null ? null : (Double) (gbps * 1e9);
    }
}
