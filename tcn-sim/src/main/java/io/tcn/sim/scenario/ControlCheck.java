// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.sim.scenario.ScenarioDetails.TimedControl;
import io.tcn.sim.scenario.ScenarioDocument.ControlEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks the resource controls of a document.
final class ControlCheck {
    private final List<ResourceControl> lasting = new ArrayList<>();
    private final List<TimedControl> timed = new ArrayList<>();

    ControlCheck(ScenarioDocument document, Ground ground) {
        List<ControlEntry> entries = document.resourceControls() == null ? List.of() : document.resourceControls();
        Set<List<Object>> seen = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            ControlEntry entry = entries.get(i);
            String place = "/resourceControls/" + i;
            ResourceSet set = ground.set(entry.resources(), place + "/resources");
            Span span = ground.span(entry.fromSeconds(), entry.untilSeconds(), place);
            if (set == null) {
                continue;
            }
            try {
                ResourceControl control = control(entry, set);
                if (!span.isAlways()) {
                    timed.add(new TimedControl(control, span));
                } else if (seen.add(List.of(control.user(), control.resourceSet(), control.getClass()))) {
                    lasting.add(control);
                } else {
                    ground.complaints()
                            .add(
                                    place,
                                    "user " + entry.user() + " has a control of this kind on " + entry.resources()
                                            + " already",
                                    "give one of them, or set fromSeconds and untilSeconds");
                }
            } catch (IllegalArgumentException badName) {
                ground.complaints().add(place + "/user", String.valueOf(badName.getMessage()), "choose another name");
            }
        }
    }

    private static ResourceControl control(ControlEntry entry, ResourceSet set) {
        UserId user = UserId.of(entry.user());
        if (entry.share() != null) {
            return new Bound(user, set.name(), new Bound.CapacityShare(entry.share()));
        }
        if (entry.boundGbps() != null) {
            return new Bound(user, set.name(), new Bound.Rate(entry.boundGbps() * 1e9));
        }
        if (entry.guaranteeGbps() != null) {
            return new Guarantee(user, set.name(), entry.guaranteeGbps() * 1e9);
        }
        return new RelativeWeight(user, set.name(), entry.weight() == null ? 1 : entry.weight());
    }

    /// Controls for the whole run.
    List<ResourceControl> lasting() {
        return lasting;
    }

    /// Controls for a part of the run.
    List<TimedControl> timed() {
        return timed;
    }
}
