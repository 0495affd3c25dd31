// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/// All loops of the server by name, and which of them fail now.
@Component
public final class Loops {
    private final TimeSource time;
    private final Map<String, LoopState> states = new ConcurrentSkipListMap<>();

    public Loops(TimeSource time) {
        this.time = time;
    }

    /// The state of a loop, the same one each time.
    public LoopState of(String name) {
        return states.computeIfAbsent(name, first -> new LoopState(first, time));
    }

    /// A thread for a loop of this name.
    public LoopThread thread(String name) {
        return new LoopThread(of(name));
    }

    /// A loop of this name on a thread of its own.
    ///
    /// @param pause between two runs
    public OwnLoop own(String name, Duration pause, SteadyLoop.Work work) {
        return new OwnLoop(of(name), pause, work);
    }

    /// The same with another longest pause while it fails.
    public OwnLoop own(String name, Duration pause, Duration longestPause, SteadyLoop.Work work) {
        return new OwnLoop(of(name), pause, longestPause, work);
    }

    /// All that there are, in the order of their names.
    public List<LoopState> all() {
        return List.copyOf(states.values());
    }

    /// What is wrong now, in the order of the names.
    public List<LoopTrouble> troubles() {
        return states.values().stream()
                .flatMap(state -> state.trouble().stream())
                .toList();
    }
}
