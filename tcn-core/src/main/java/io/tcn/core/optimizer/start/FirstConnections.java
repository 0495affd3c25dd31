// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.start;

import io.tcn.core.optimizer.Observation;

/// Says with how many connections pipes begin that are new to an optimizer.
@FunctionalInterface
public interface FirstConnections {
    /// All begin as the optimizer's settings say.
    FirstConnections AS_SET = (seen, isNew, n, expectedBps) -> {};

    /// Raises first values in place. It lowers none, and those of other pipes stay.
    ///
    /// @param seen what is observed as the pipes are met
    /// @param isNew which pipes of the observation are new
    /// @param n connections per pipe, first values of new ones as the settings say; within the pipes' limits before
    ///     and after
    /// @param expectedBps takes, for each pipe that was raised, what one connection is expected to move, in bit/s;
    ///     where it moves far less the value was wrong
    void raise(Observation seen, boolean[] isNew, double[] n, double[] expectedBps);
}
