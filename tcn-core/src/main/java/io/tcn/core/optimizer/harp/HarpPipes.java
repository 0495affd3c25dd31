// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.Utility;
import org.jspecify.annotations.Nullable;

/// HARP for all pipes: a [HarpPipeTuner] for each, and a record of what all of them see, which the next one asks.
final class HarpPipes implements Optimizer {
    private final OwnRecord record;
    private final TunerPerPipe tuners;
    private @Nullable NetworkMapSnapshot map;

    HarpPipes(SettingHistory before, Utility reported) {
        this.record = new OwnRecord(before);
        this.tuners = new TunerPerPipe(() -> new HarpPipeTuner(record, this::bandwidthBps), reported);
    }

    private double bandwidthBps(PipeObservation pipe) {
        return map == null ? 0 : SettingSlots.bandwidthBps(map, pipe);
    }

    @Override
    public Decision decide(Observation observation) {
        map = observation.map();
        record.add(observation);
        return tuners.decide(observation);
    }
}
