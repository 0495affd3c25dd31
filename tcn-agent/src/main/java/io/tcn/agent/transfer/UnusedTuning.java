// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says once of each pipe that files ahead, of which its tuning speaks, come to nothing here, lest somebody waits for
/// them to act: a copy by HTTP is asked for when its connection is free. Safe for several threads.
final class UnusedTuning {
    private static final Logger log = LoggerFactory.getLogger(UnusedTuning.class);

    private final Map<PipeId, Boolean> told = new ConcurrentHashMap<>();

    /// A pipe is tuned.
    ///
    /// @return whether something is said of it, which was not said before
    boolean tuned(PipeId pipe, PipeTuning tuning) {
        if (tuning.pipelining() <= 1 || told.putIfAbsent(pipe, true) != null) {
            return false;
        }
        log.info(
                "pipe {}: its tuning asks for {} files ahead, which does nothing: a copy by HTTP is asked for when its"
                        + " connection is free; more connections do what files ahead would do",
                pipe,
                tuning.pipelining());
        return true;
    }

    /// A pipe is gone.
    void forget(PipeId pipe) {
        told.remove(pipe);
    }
}
