// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import java.time.Instant;

/// A storage that a process which moves files does not reach, while others may.
///
/// @param agent its name
/// @param instance which process of that name
/// @param endpoint the storage
/// @param since when it was first not reached
/// @param failures attempts that have failed for it since then
/// @param nextTry when the process may get an attempt there again; past if none has come since
/// @param code of the last failure
/// @param reason the last failure, which names a file of whoever had it: for operators
public record Unreached(
        String agent,
        String instance,
        Endpoint endpoint,
        Instant since,
        long failures,
        Instant nextTry,
        ErrorCode code,
        String reason) {
    /// Whether it is one of the two ends of a pipe.
    public boolean isEndOf(Pipe pipe) {
        return endpoint.equals(pipe.source()) || endpoint.equals(pipe.destination());
    }
}
