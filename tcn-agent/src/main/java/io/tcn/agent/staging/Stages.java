// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.StageTotals;
import io.tcn.core.port.TimeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The stages of all pipes, which share the memory of the staging buffer. Safe for several threads.
public final class Stages {
    private final StagingRoom room;
    private final TimeSource time;
    private final Map<PipeId, PipeStages> stagesOf = new ConcurrentHashMap<>();

    /// @param mostBytes of the staging buffer in all
    /// @param mostOfPipe of it for each pipe
    public Stages(long mostBytes, long mostOfPipe, TimeSource time) {
        this.room = new StagingRoom(mostBytes, mostOfPipe);
        this.time = time;
    }

    /// Those of a pipe.
    public PipeStages of(PipeId pipe) {
        return stagesOf.computeIfAbsent(pipe, first -> new PipeStages(room, time));
    }

    /// Those of one file by itself, which is not counted with its pipe.
    public PipeStages ofFile() {
        return new PipeStages(room, time);
    }

    /// Sets how many requests of a pipe read and write, for copies under way too.
    public void tune(PipeId pipe, PipeTuning tuning) {
        of(pipe).tune(tuning);
    }

    /// What was measured of a pipe until now.
    public StageTotals totals(PipeId pipe) {
        PipeStages stages = stagesOf.get(pipe);
        return stages == null ? StageTotals.NONE : stages.totals();
    }

    /// A pipe is gone.
    public void forget(PipeId pipe) {
        stagesOf.remove(pipe);
    }

    /// Bytes of the staging buffer that are claimed at this moment.
    public long usedBytes() {
        return room.used();
    }
}
