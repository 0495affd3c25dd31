// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.Utility;

/// HARP for all pipes: a [HarpPipeTuner] for each, and a record of what all of them see, which the next one asks.
final class HarpPipes implements Optimizer {
    private final OwnRecord record;
    private final TunerPerPipe tuners;

    HarpPipes(SettingHistory before, Utility reported) {
        this.record = new OwnRecord(before);
        this.tuners = new TunerPerPipe(
                (pipe, map) -> new HarpPipeTuner(record, SettingSlots.bandwidthBps(map, pipe)), reported);
    }

    @Override
    public Decision decide(Observation observation) {
        record.add(observation);
        return tuners.decide(observation);
    }
}
