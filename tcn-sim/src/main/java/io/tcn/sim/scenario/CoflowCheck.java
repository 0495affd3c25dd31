// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails.CoflowSpec;
import io.tcn.sim.scenario.ScenarioDocument.CoflowEntry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Checks what is said of coflows: each is one of the transfers', and its deadline lies behind its first arrival.
final class CoflowCheck {
    private final List<CoflowEntry> entries;
    private final Complaints complaints;

    CoflowCheck(ScenarioDocument document, Complaints complaints) {
        this.entries = document.coflows() == null ? List.of() : document.coflows();
        this.complaints = complaints;
    }

    /// @return by name
    Map<String, CoflowSpec> check(List<TransferSpec> transfers) {
        Map<String, Double> arrivals = new TreeMap<>();
        for (TransferSpec spec : transfers) {
            if (spec.coflow() != null) {
                arrivals.merge(spec.coflow(), spec.arrivalNanos() / 1e9, Math::min);
            }
        }
        Map<String, CoflowSpec> coflows = new TreeMap<>();
        for (int i = 0; i < entries.size(); i++) {
            CoflowEntry entry = entries.get(i);
            String place = "/coflows/" + i;
            Double arrival = arrivals.get(entry.name());
            if (arrival == null) {
                complaints.add(
                        place + "/name",
                        "no transfer has the coflow \"" + entry.name() + "\"",
                        KeyHints.names(entry.name(), arrivals.keySet()));
                continue;
            }
            Double deadline = entry.deadlineSeconds();
            if (deadline != null && deadline <= arrival) {
                complaints.add(
                        place + "/deadlineSeconds",
                        "the deadline is not behind the first arrival of coflow " + entry.name() + ", " + arrival
                                + " s",
                        "count it from the start of the run");
            }
            CoflowSpec spec = new CoflowSpec(deadline, entry.weight() == null ? 1 : entry.weight());
            if (coflows.put(entry.name(), spec) != null) {
                complaints.add(place + "/name", "coflow " + entry.name() + " is there twice", "say it once");
            }
        }
        return coflows;
    }
}
