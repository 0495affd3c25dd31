// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

/// How a network map came to the resources of a pipe.
///
/// @param state what is known
/// @param reason why no more is known, as one word; empty where there is nothing to say
/// @param omitted whether the last answer left the pipe out, so that what an earlier one said is still in force
/// @param several whether the pipe has several paths that differ, of which all resources count
public record PipeMapping(State state, String reason, boolean omitted, boolean several) {
    /// What a map knows of a pipe. No state stops a transfer.
    public enum State {
        /// A path with at least one resource.
        MAPPED,
        /// The source says that nothing limits the pipe.
        NO_LIMIT,
        /// Only capacities of the pipe by itself, or of the part of the network that its ends are in; nothing is known
        /// of what it shares.
        COARSE,
        /// Nothing is known: measurements alone limit the pipe.
        UNMAPPED
    }

    /// The reason why nothing is known where the source of the map was asked and has not answered yet.
    public static final String NEVER_ANSWERED = "never-answered";

    /// A path is known.
    public static final PipeMapping MAPPED = of(State.MAPPED);

    /// Nothing limits the pipe.
    public static final PipeMapping NO_LIMIT = of(State.NO_LIMIT);

    private static PipeMapping of(State state) {
        return new PipeMapping(state, "", false, false);
    }

    /// Something less than a path is known.
    public static PipeMapping coarse(String reason) {
        return new PipeMapping(State.COARSE, reason, false, false);
    }

    /// Nothing is known.
    public static PipeMapping unmapped(String reason) {
        return new PipeMapping(State.UNMAPPED, reason, false, false);
    }

    /// Whether nothing is known because the source of the map has not answered yet.
    public boolean isAwaited() {
        return state == State.UNMAPPED && reason.equals(NEVER_ANSWERED);
    }
}
