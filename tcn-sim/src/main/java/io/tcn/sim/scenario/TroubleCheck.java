// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.ResourceId;
import io.tcn.sim.scenario.ScenarioDetails.Background;
import io.tcn.sim.scenario.ScenarioDetails.CapacityFault;
import io.tcn.sim.scenario.ScenarioDetails.FailureFault;
import io.tcn.sim.scenario.ScenarioDetails.Fault;
import io.tcn.sim.scenario.ScenarioDetails.OnOff;
import io.tcn.sim.scenario.ScenarioDetails.Pattern;
import io.tcn.sim.scenario.ScenarioDetails.Step;
import io.tcn.sim.scenario.ScenarioDetails.Steps;
import io.tcn.sim.scenario.ScenarioDocument.BackgroundEntry;
import io.tcn.sim.scenario.ScenarioDocument.FaultEntry;
import io.tcn.sim.scenario.ScenarioDocument.PointEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks what disturbs a run: traffic of others and faults.
final class TroubleCheck {
    private final Ground ground;
    private final Complaints complaints;

    TroubleCheck(Ground ground) {
        this.ground = ground;
        this.complaints = ground.complaints();
    }

    List<Background> background(@Nullable List<BackgroundEntry> given) {
        List<Background> background = new ArrayList<>();
        Set<ResourceId> taken = new HashSet<>();
        List<BackgroundEntry> entries = given == null ? List.of() : given;
        for (int i = 0; i < entries.size(); i++) {
            BackgroundEntry entry = entries.get(i);
            String place = "/background/" + i;
            Pattern pattern = pattern(entry, place);
            for (ResourceId resource : ground.resources(entry.resources(), place + "/resources")) {
                if (!taken.add(resource)) {
                    complaints.add(
                            place + "/resources",
                            "resource " + resource + " has background traffic already",
                            "write both as points of one entry");
                }
                background.add(new Background(resource, pattern));
            }
        }
        return background;
    }

    private Pattern pattern(BackgroundEntry entry, String place) {
        if (entry.onOff() != null) {
            if (entry.fromSeconds() != null || entry.untilSeconds() != null) {
                complaints.add(
                        place + "/onOff",
                        "traffic that goes on and off does so during the whole run",
                        "take fromSeconds and untilSeconds out, or write points");
            }
            return new OnOff(
                    entry.onOff().onGbps() * 1e9,
                    entry.onOff().meanOnSeconds(),
                    entry.onOff().meanOffSeconds());
        }
        Span span = ground.span(entry.fromSeconds(), entry.untilSeconds(), place);
        List<PointEntry> points =
                entry.points() != null ? entry.points() : List.of(new PointEntry(0, value(entry.constantGbps())));
        List<Step> steps = new ArrayList<>();
        double until = span.untilNanos() / 1e9;
        for (int i = 0; i < points.size(); i++) {
            PointEntry point = points.get(i);
            if (i > 0 && point.atSeconds() <= points.get(i - 1).atSeconds()) {
                complaints.add(
                        place + "/points/" + i + "/atSeconds", "times of points must rise", "order them by time");
            }
            double at = span.fromNanos() / 1e9 + point.atSeconds();
            if (at < until) {
                steps.add(new Step(at, point.gbps() * 1e9));
            }
        }
        if (span.untilNanos() < Long.MAX_VALUE) {
            steps.add(new Step(until, 0));
        }
        return new Steps(steps);
    }

    List<Fault> faults(@Nullable List<FaultEntry> given) {
        List<Fault> faults = new ArrayList<>();
        List<FaultEntry> entries = given == null ? List.of() : given;
        for (int i = 0; i < entries.size(); i++) {
            FaultEntry entry = entries.get(i);
            String place = "/faults/" + i;
            Span span = ground.span(entry.fromSeconds(), entry.untilSeconds(), place);
            boolean isChance = entry.kind().equals("failures");
            boolean isCapacity = entry.kind().equals("capacity");
            int before = complaints.list().size();
            need(entry.kind(), "probability", entry.probability(), isChance, place);
            need(entry.kind(), "capacityGbps", entry.capacityGbps(), isCapacity, place);
            need(entry.kind(), "resources", entry.resources(), !isChance, place);
            if (complaints.list().size() > before) {
                continue;
            }
            if (entry.resources() == null) {
                faults.add(new FailureFault(value(entry.probability()), span));
            } else {
                faults.add(new CapacityFault(
                        ground.resources(entry.resources(), place + "/resources"),
                        value(entry.capacityGbps()) * 1e9,
                        entry.kind().equals("down"),
                        span));
            }
        }
        return faults;
    }

    private static double value(@Nullable Double given) {
        return given == null ? 0 : given;
    }

    private void need(String kind, String key, @Nullable Object given, boolean isWanted, String place) {
        if (given != null && !isWanted) {
            complaints.add(
                    place + "/" + key,
                    "a fault of kind " + kind + " has no " + key,
                    "take it out, or choose another kind");
        } else if (given == null && isWanted) {
            complaints.add(place + "/" + key, "this is missing", "a fault of kind " + kind + " needs " + key);
        }
    }
}
