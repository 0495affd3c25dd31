// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Pipe;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/// What is known of the past of pipes. Asked by the control loop when a pipe is new to it, never for a transfer; so it
/// answers from memory and never waits. It may be old or wrong: what comes of it is a start value.
@FunctionalInterface
public interface PipeHistory {
    /// Nothing is known.
    PipeHistory NONE = pipe -> List.of();

    /// Past uses of the pipes that are most like this one: those of the pipe itself, else of others
    /// between the same endpoints. All have the same likeness, and there are [#MOST] at most, the newest first.
    List<PastUse> like(Pipe pipe);

    /// How many connections another server had decided for a pipe, if that was just now: the pipe goes on with them.
    /// Empty for all others.
    ///
    /// @param now what was decided long before is the past
    default OptionalDouble goesOnWith(Pipe pipe, Instant now) {
        return OptionalDouble.empty();
    }

    /// The most uses of an answer.
    int MOST = 16;
}
