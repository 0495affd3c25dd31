// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.AgentClock;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.StageTotals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The stages of all pipes, which share the memory of the staging buffer. Safe for several threads.
public final class Stages {
    private final StagingRoom room;
    private final AgentClock clock;
    private final Map<PipeId, PipeStages> stagesOf = new ConcurrentHashMap<>();

    /// @param mostBytes of the staging buffer in all
    /// @param mostOfPipe of it for each pipe
    public Stages(long mostBytes, long mostOfPipe, AgentClock clock) {
        this.room = new StagingRoom(mostBytes, mostOfPipe);
        this.clock = clock;
    }

    /// Those of a pipe.
    public PipeStages of(PipeId pipe) {
        return stagesOf.computeIfAbsent(pipe, first -> new PipeStages(room, clock));
    }

    /// Those of one file of a pipe by itself, which is not counted with the others and has its part of their room.
    public PipeStages ofFileOf(PipeId pipe) {
        return of(pipe).ofFile();
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
