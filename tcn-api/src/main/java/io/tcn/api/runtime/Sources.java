// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.PipeId;
import io.tcn.core.replica.SourceCandidate;
import io.tcn.core.replica.SourceChoice;
import io.tcn.core.replica.SourceStrategy;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.utility.Utilities;
import io.tcn.core.utility.Utility;
import java.util.List;
import org.springframework.stereotype.Component;

/// Chooses among several sources of a file by what the loops know of their pipes.
@Component
public class Sources {
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final Directory directory;
    private final Utility utility;

    Sources(ControlPlane controlPlane, ControlBoard board, Directory directory, TcnProperties properties) {
        this.controlPlane = controlPlane;
        this.board = board;
        this.directory = directory;
        this.utility = Utilities.byName(properties.control().utility());
    }

    /// The position of the source to use.
    ///
    /// @param pipes the pipe of each source, at least one
    /// @param sizeBytes size of the file, zero or less if unknown
    public int choose(SourceStrategy strategy, List<PipeId> pipes, long sizeBytes) {
        if (strategy == SourceStrategy.ORDERLY) {
            return 0;
        }
        return SourceChoice.choose(strategy, pipes.stream().map(this::candidate).toList(), (double) sizeBytes, utility);
    }

    private SourceCandidate candidate(PipeId pipe) {
        PipeActivity activity = controlPlane.state().activityOf(pipe);
        ControlBoard.PipeView last = board.last(pipe).orElse(null);
        return new SourceCandidate(
                activity,
                last == null ? 0 : last.observation().throughputBps(),
                last == null ? 1 : last.decision().tuning().connections(),
                directory
                        .findPipe(pipe)
                        .map(known -> known.weight()
                                * directory
                                        .findUser(known.user())
                                        .map(user -> user.weight())
                                        .orElse(1.0))
                        .orElse(1.0));
    }
}
