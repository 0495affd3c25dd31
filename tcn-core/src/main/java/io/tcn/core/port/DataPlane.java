// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;

/// What moves the bytes. An attempt at a transfer has two phases, so that the store knows of a write before it
/// happens:
///
/// 1. [#start]: both ends are looked at, nothing is written; answered by [AttemptListener#prepared] or a failure.
/// 2. [#proceed]: the destination is written and verified; answered by [AttemptListener#finished] or a failure.
///
/// [#cancel] may come at any time; every started attempt is answered by exactly one of `finished`, `failed` and
/// `canceled`, after which it uses no connection any more and, unless the answer says otherwise, has left nothing at
/// the
/// destination. No method blocks; answers come on any thread, also from within the call.
public interface DataPlane {
    /// Begins an attempt: looks at both ends without writing.
    void start(Attempt attempt, AttemptListener listener);

    /// Lets a prepared attempt write.
    void proceed(AttemptId attempt);

    /// Stops an attempt, removes what it has written, then answers `canceled`; unknown or ended attempts are ignored.
    void cancel(AttemptId attempt);

    /// Changes the number of connections that work on a running attempt, where the data plane can; else does nothing.
    ///
    /// @return the number of connections that the attempt uses from now on
    int adjust(AttemptId attempt, int connections);

    /// Bytes that a pipe has moved since this data plane began, those of running and failed attempts included. Never
    /// falls. The difference between two calls is what moved in between.
    long movedBytes(PipeId pipe);
}
