// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Pipe;
import java.util.Collection;
import java.util.List;

/// Pipes, with a version by which two tables of them are told apart without a look at each pipe.
///
/// @param version that of whoever holds the pipes: another one whenever a pipe has come, gone or changed; 0 if nobody
///     counts, see [#of]
/// @param pipes in the order of their names; never changed by anybody again
public record PipeTable(long version, Collection<Pipe> pipes) {
    private static final long NOT_COUNTED = 0;

    public PipeTable {
        if (version < NOT_COUNTED) {
            throw new IllegalArgumentException("versions of pipes begin at 1, given was " + version);
        }
    }

    /// Pipes that nobody has counted versions of: no other table is known to have the same ones.
    public static PipeTable of(Collection<Pipe> pipes) {
        return new PipeTable(NOT_COUNTED, List.copyOf(pipes));
    }

    /// Whether both are known to have the same pipes, by their versions. Both have to come from one holder.
    public boolean isSameAs(PipeTable other) {
        return version != NOT_COUNTED && version == other.version;
    }
}
