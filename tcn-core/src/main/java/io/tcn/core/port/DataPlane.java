// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import java.time.Duration;
import java.util.List;

/// What moves the bytes. An attempt at a transfer has two phases, so that the store knows of a write before it
/// happens:
///
/// 1. [#start]: both ends are looked at, nothing is written; answered by [AttemptListener#prepared] or a failure.
/// 2. [#proceed]: the destination is written and verified; answered by [AttemptListener#finished] or a failure.
///
/// [#cancel] may come at any time; every started attempt is answered by exactly one of `finished`, `failed` and
/// `canceled`, after which it uses no connection any more and, unless the answer says otherwise, nothing of this
/// transfer lies at the destination, what earlier attempts may have left included. No method blocks; answers
/// come on any thread, also from within the call. A data plane that is shut down answers `failed` with
/// SERVER_RESTARTED.
public interface DataPlane {
    /// Begins an attempt: looks at both ends without writing.
    void start(Attempt attempt, AttemptListener listener);

    /// Lets a prepared attempt write.
    void proceed(AttemptId attempt);

    /// Stops an attempt, removes what it has written, then answers `canceled`; unknown or ended attempts are
    /// ignored.
    void cancel(AttemptId attempt);

    /// Removes what an earlier attempt may have left at the destination, if what is there can be that: a file that
    /// somebody else has written stays. Answered by exactly one of `canceled`, which tells whether nothing of
    /// ours is there any more, and `failed`.
    ///
    /// @param attempt with the evidence, and a number that no attempt under way has
    default void cleanUp(Attempt attempt, AttemptListener listener) {
        start(attempt, listener);
        cancel(attempt.id());
    }

    /// Changes the number of connections that work on a running attempt, where the data plane can; else does
    /// nothing.
    ///
    /// @return how many count for it from now on; when it uses another number later, [AttemptListener#uses] tells
    int adjust(AttemptId attempt, int connections);

    /// Sets which bounds a pipe is under, instead of those before. A data plane through which the bytes of a copy
    /// pass holds such copies to them; one that only asks storages to copy cannot. By default it is ignored.
    ///
    /// @param bounds one per user and resource; empty if none concerns the pipe any more
    default void shape(PipeId pipe, List<ShapedBound> bounds) {}

    /// Sets how many requests read and write for a pipe, instead of those before; copies under way follow. A data
    /// plane through which the bytes of a copy pass can do that; one that only asks storages to copy cannot. By
    /// default it is ignored.
    ///
    /// @param tuning of which the threads that read and write count here
    default void tune(PipeId pipe, PipeTuning tuning) {}

    /// What the stages of a pipe's copies have done, where copies go in stages. By default none do.
    default StageTotals stages(PipeId pipe) {
        return StageTotals.NONE;
    }

    /// A pipe is gone, with nothing open: what is kept of it may be dropped. By default it is ignored.
    default void forget(PipeId pipe) {}

    /// Bytes that a pipe has moved since this data plane began or forgot it, those of running and failed attempts
    /// included. Never falls but by being forgotten. The difference between two calls is what moved in between.
    long movedBytes(PipeId pipe);

    /// Bytes that running attempts of a pipe have probably moved beyond [#movedBytes]: storages that copy among
    /// themselves report every few seconds only, and what a pipe does within ten seconds would look half too
    /// much or too little. An estimate, which the next reports replace; it may fall. By default there are none.
    default long outstandingBytes(PipeId pipe) {
        return 0;
    }

    /// Connections of the running attempts of a pipe that have lately moved bytes, as far as those who move them tell.
    ///
    /// @param within how long ago "lately" begins
    /// @return -1 where the data plane does not know, as by default
    default int movingConnections(PipeId pipe, Duration within) {
        return -1;
    }

    /// What is known of the packets of a pipe; by default nothing. Storages that copy among themselves do not tell it.
    default PathCounts pathCounts(PipeId pipe) {
        return PathCounts.NONE;
    }

    /// Bytes that the transfers under a limit have moved since this data plane began or forgot it, on whatever
    /// pipes. As for a pipe it never falls. A data plane that does not count them says 0: then what their
    /// connections carry stays unknown, and of transfers whose throughput has a limit one runs at a time.
    ///
    /// A data plane through which the bytes of a copy pass holds such copies to the throughput of their limit.
    default long movedBytes(LimitId limit) {
        return 0;
    }

    /// A limit has had nothing open for long: what is kept of it may be dropped. By default it is ignored.
    default void forget(LimitId limit) {}
}
