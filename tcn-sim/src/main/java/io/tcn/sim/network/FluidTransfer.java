// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;

/// An attempt inside the fluid network. Mutable; owned by [FluidDataPlane].
///
/// While it is active it moves, per connection, what every other connection of its pipe moves. So its progress is
/// read off the pipe's level (bytes per connection so far), and it ends when the level reaches `endLevel`.
final class FluidTransfer implements Comparable<FluidTransfer> {
    final Attempt attempt;
    final AttemptListener listener;
    final FluidPipe pipe;
    final long serial;
    int connections;

    /// How many it is to have; more than it has while some still open up.
    int wantedConnections;

    /// Whether it may write: its set-up has begun.
    boolean proceeding;

    boolean active;

    /// How often its connections were adjusted: connections that join late see whether they are still wanted.
    int adjustments;

    /// Bytes that it had moved when the pipe's level was `baseLevel`.
    double baseBytes;

    double baseLevel;

    /// The level at which all bytes are moved; infinite for a transfer without end.
    double endLevel = Double.POSITIVE_INFINITY;

    FluidTransfer(Attempt attempt, AttemptListener listener, FluidPipe pipe, long serial) {
        this.attempt = attempt;
        this.listener = listener;
        this.pipe = pipe;
        this.serial = serial;
        this.connections = attempt.connections();
        this.wantedConnections = connections;
    }

    /// A transfer of unknown size has no end.
    boolean isEndless() {
        return attempt.transfer().sizeBytes() < 0;
    }

    double movedBytes(double level) {
        return baseBytes + connections * (level - baseLevel);
    }

    /// Goes on from here with another number of connections.
    void rebase(double level, int newConnections) {
        baseBytes = movedBytes(level);
        baseLevel = level;
        connections = newConnections;
        if (!isEndless()) {
            // connections >= 1
            endLevel = level + Math.max(0, attempt.transfer().sizeBytes() - baseBytes) / connections;
        }
    }

    @Override
    public int compareTo(FluidTransfer other) {
        int byEnd = Double.compare(endLevel, other.endLevel);
        return byEnd != 0 ? byEnd : Long.compare(serial, other.serial);
    }
}
