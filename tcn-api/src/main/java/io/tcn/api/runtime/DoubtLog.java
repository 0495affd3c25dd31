// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.throughput.RateText;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Tells in the log of a capacity of the map that measurements have refuted, and of one that fits again; once each.
@Component
final class DoubtLog implements DecisionListener {
    private static final Logger LOG = LoggerFactory.getLogger(DoubtLog.class);

    private Map<ResourceId, DoubtedCapacity> told = Map.of();

    @Override
    public void decided(Observation observation, Decision decision) {
        Map<ResourceId, DoubtedCapacity> now = new TreeMap<>();
        for (DoubtedCapacity doubt : decision.doubts()) {
            now.put(doubt.resource(), doubt);
            if (!told.containsKey(doubt.resource())) {
                LOG.warn(
                        "The map tells {} of {}, and measurements {}, with {} connections: correct the map, or look for"
                                + " what else limits or uses it",
                        RateText.of(doubt.toldBps()),
                        doubt.resource(),
                        (doubt.isAbove() ? "more, " : "that it is full with ") + RateText.of(doubt.measuredBps()),
                        Math.round(doubt.connections()));
            }
        }
        for (ResourceId before : told.keySet()) {
            if (!now.containsKey(before)) {
                LOG.info("What is measured of {} agrees with the map again", before);
            }
        }
        told = now;
    }
}
