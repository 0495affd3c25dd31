// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.DataPlane;
import java.util.ArrayList;
import java.util.List;

/// How the connections of a pipe are spread over its transfers: one each; several, where fewer transfers are ready
/// than there are connections. Only transfers whose bytes move have several: one whose storage is slow to answer must
/// not hold what others could use.
///
/// Invariant: nothing done here takes a pipe above n. It may be above n because n fell, or because a transfer cannot
/// give back what it has.
final class ConnectionSpread {
    private final DataPlane dataPlane;

    ConnectionSpread(DataPlane dataPlane) {
        this.dataPlane = dataPlane;
    }

    /// Whether [#rebalance] would change nothing, as where much is queued.
    static boolean isEven(PipeQueue pipe) {
        return pipe.runningCount() == 0
                || (!pipe.hasSpreadTransfers()
                        && pipe.freeConnections() <= pipe.counters().queued());
    }

    /// Gives running transfers the connections that no queued transfer needs, and takes them back when one does.
    ///
    /// @param mayGrow whether the pipe may open more: no other has waited longer for it
    void rebalance(PipeQueue pipe, boolean mayGrow, long nowNanos) {
        if (isEven(pipe)) {
            return;
        }
        int n = pipe.tuning().connections();
        int together = together(pipe);
        int each = Math.max(1, n / together);
        int left = Math.max(0, n - each * together);
        List<RunningAttempt> wantMore = new ArrayList<>();
        List<Integer> wanted = new ArrayList<>();
        for (RunningAttempt running = pipe.running().first(); running != null; running = running.next()) {
            int share = Math.min(pipe.tuning().streamsPerTransfer(), each + (left > 0 ? 1 : 0));
            left--;
            if (running.phase() != RunningAttempt.Phase.ACTIVE || running.isCancelRequested()) {
                continue;
            }
            if (share < running.connections()) {
                adjust(pipe, running, share, nowNanos);
            } else if (share > running.connections()) {
                wantMore.add(running);
                wanted.add(share);
            }
        }
        // Only what is free now is given: a transfer that is still being prepared may hold more than its share.
        for (int i = 0; mayGrow && i < wantMore.size() && pipe.freeConnections() > 0; i++) {
            RunningAttempt running = wantMore.get(i);
            int more = Math.min(pipe.freeConnections(), running.roomAtLimit());
            if (more > 0) {
                adjust(pipe, running, Math.min(wanted.get(i), running.connections() + more), nowNanos);
            }
        }
    }

    /// Transfers that share the connections of a pipe: those that run, and those that are queued as far as n goes.
    private static int together(PipeQueue pipe) {
        int running = pipe.runningCount();
        int most = Math.max(pipe.tuning().connections(), running);
        return Math.max(1, Math.min(most, running + pipe.counters().queued()));
    }

    /// Gives a transfer whose bytes are about to move what no other one needs, as far as its data plane could use it:
    /// two
    /// storages that copy among themselves keep what they begin with.
    ///
    /// @param mayGrow whether the pipe may open more
    void begin(RunningAttempt running, boolean mayGrow, long nowNanos) {
        PipeQueue pipe = running.pipe();
        if (!mayGrow || running.useful() <= 1) {
            return;
        }
        int share = Math.min(pipe.tuning().streamsPerTransfer(), pipe.tuning().connections() / together(pipe));
        int more = Math.min(
                Math.min(share, running.useful()) - running.connections(),
                Math.min(pipe.freeConnections(), running.roomAtLimit()));
        if (more > 0) {
            adjust(pipe, running, running.connections() + more, nowNanos);
        }
    }

    /// Takes connections back from running transfers that have several.
    ///
    /// @param most how many
    void takeBack(PipeQueue pipe, int most, long nowNanos) {
        int left = most;
        for (RunningAttempt running = pipe.running().first(); running != null; running = running.next()) {
            int spare = Math.min(left, running.connections() - 1);
            if (spare > 0 && running.phase() == RunningAttempt.Phase.ACTIVE) {
                adjust(pipe, running, running.connections() - spare, nowNanos);
                left -= spare;
            }
        }
    }

    /// A transfer uses another number of connections than it was given: that is what counts for it, as far as its data
    /// plane agrees. One that still gives back some is not asked to use them again.
    void uses(RunningAttempt running, int connections, long nowNanos) {
        adjust(running.pipe(), running, Math.min(connections, running.asked()), nowNanos);
    }

    private void adjust(PipeQueue pipe, RunningAttempt running, int connections, long nowNanos) {
        running.setAsked(connections);
        int used = dataPlane.adjust(running.id(), connections);
        pipe.resize(running, Math.max(1, used), nowNanos);
    }
}
