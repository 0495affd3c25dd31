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
///
/// An answer of the record and the models that are made of it take milliseconds; so no more than [#MOST_QUESTIONS]
/// pipes ask in an interval, and where very many begin to work at once the others ask in the next ones.
final class HarpPipes implements Optimizer {
    static final int MOST_QUESTIONS = 100;

    private final OwnRecord record;
    private final TunerPerPipe tuners;
    private @Nullable NetworkMapSnapshot map;
    private int questions;

    HarpPipes(SettingHistory before, Utility reported) {
        this.record = new OwnRecord(before);
        this.tuners = new TunerPerPipe(() -> new HarpPipeTuner(record, this::bandwidthBps, this::mayAsk), reported);
    }

    private double bandwidthBps(PipeObservation pipe) {
        return map == null ? 0 : SettingSlots.bandwidthBps(map, pipe);
    }

    private boolean mayAsk() {
        return questions++ < MOST_QUESTIONS;
    }

    @Override
    public Decision decide(Observation observation) {
        questions = 0;
        map = observation.map();
        record.add(observation);
        return tuners.decide(observation);
    }
}
