// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.Pipe;
import java.util.List;

/// What is known of a pipe at this moment.
///
/// @param pipe the pipe
/// @param connections n that is in force
/// @param running files that run, with what each has still to move
/// @param queued files that wait for a connection, in their order; none where nothing may start
/// @param arrivalBps bits of new files that come per second, if it goes on as it did
/// @param arrivalBytes how large such a file is
/// @param samples what it did, oldest first
public record PipeState(
        Pipe pipe,
        int connections,
        List<Work> running,
        List<Work> queued,
        double arrivalBps,
        double arrivalBytes,
        List<Sample> samples) {
    public PipeState {
        running = List.copyOf(running);
        queued = List.copyOf(queued);
        samples = List.copyOf(samples);
        if (connections < 0) {
            throw new IllegalArgumentException(
                    "pipe " + pipe.id() + " has zero or more connections, given were " + connections);
        }
        if (!(arrivalBps >= 0) || Double.isInfinite(arrivalBps) || (arrivalBps > 0 && !(arrivalBytes > 0))) {
            throw new IllegalArgumentException("arrivals on pipe " + pipe.id()
                    + " are zero or more bit/s in files of some size, given were " + arrivalBps + " bit/s and "
                    + arrivalBytes + " bytes");
        }
    }

    /// Whether there is, was or will be anything to move.
    boolean isBusy() {
        return !running.isEmpty()
                || !queued.isEmpty()
                || arrivalBps > 0
                || samples.stream().anyMatch(sample -> sample.throughputBps() > 0);
    }

    /// Bytes that have still to be moved.
    double backlogBytes() {
        double bytes = 0;
        for (Work work : running) {
            bytes += work.bytes();
        }
        for (Work work : queued) {
            bytes += work.bytes();
        }
        return bytes;
    }

    /// What it moved in the newest interval, in bit/s; 0 if nothing is known.
    double lastBps() {
        return samples.isEmpty() ? 0 : samples.getLast().throughputBps();
    }
}
