// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.EndpointPause;
import io.tcn.core.dispatch.Hold;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// For how long a pipe starts nothing, whatever its queue: from what the dispatch loop says of its holds and limits,
/// which is what `why` tells too.
final class PipeWaits {
    private final Function<PipeId, Optional<Hold>> holds;
    private final Function<PipeId, Optional<String>> limits;
    private final Supplier<List<EndpointPause>> pauses;
    private final TimeSource time;

    PipeWaits(
            Function<PipeId, Optional<Hold>> holds,
            Function<PipeId, Optional<String>> limits,
            Supplier<List<EndpointPause>> pauses,
            TimeSource time) {
        this.holds = holds;
        this.limits = limits;
        this.pauses = pauses;
        this.time = time;
    }

    /// How long nothing starts on a pipe, in seconds: 0 if something may start now, infinite if nobody knows.
    double secondsUntilOpen(Pipe pipe) {
        return holds.apply(pipe.id())
                .map(hold -> switch (hold) {
                    case STORAGE_PAUSED -> pauseSeconds(pipe);
                    case ENDING, PAUSED, HELD, NO_AGENT, NO_CREDENTIAL, CLOSED -> Double.POSITIVE_INFINITY;
                })
                .orElse(0.0);
    }

    /// What is left of the longer pause of the two ends.
    private double pauseSeconds(Pipe pipe) {
        return EndpointPause.longest(pipe, pauses.get())
                .map(pause ->
                        Math.max(0, Duration.between(time.now(), pause.until()).toMillis() / 1000.0))
                .orElse(Double.POSITIVE_INFINITY);
    }

    /// Whether a limit or a bound keeps a pipe from using more connections than it does.
    boolean isLimited(PipeId pipe) {
        return limits.apply(pipe).isPresent();
    }
}
