// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.tcn.core.optimizer.PipeObservation;

/// What the pipes of a user or a storage do together. Mutable; for one thread.
final class PipeSums {
    private final String name;
    private double readBps;
    private double writtenBps;
    private long running;
    private long queued;
    private long open;
    private long attempts;
    private long failures;

    PipeSums(String name) {
        this.name = name;
    }

    /// @param waiting transfers of the pipe that wait, those on hold included
    void add(PipeObservation pipe, int waiting) {
        running += pipe.activeTransfers();
        queued += waiting;
        open += pipe.activeConnections();
    }

    /// @param bps what a pipe reads there, in bit/s
    void addRead(double bps) {
        readBps += bps;
    }

    /// @param bps what a pipe writes there, in bit/s
    void addWritten(double bps) {
        writtenBps += bps;
    }

    void tried(long allAttempts, long ofThemFailed) {
        attempts = allAttempts;
        failures = ofThemFailed;
    }

    void add(PipeSums other) {
        readBps += other.readBps;
        writtenBps += other.writtenBps;
        running += other.running;
        queued += other.queued;
        open += other.open;
        attempts += other.attempts;
        failures += other.failures;
    }

    /// How busy they are: what moves counts most, then what waits.
    double business() {
        return readBps + writtenBps + running + queued / 1e6;
    }

    String name() {
        return name;
    }

    double readBps() {
        return readBps;
    }

    double writtenBps() {
        return writtenBps;
    }

    long running() {
        return running;
    }

    long queued() {
        return queued;
    }

    long open() {
        return open;
    }

    long attempts() {
        return attempts;
    }

    long failures() {
        return failures;
    }
}
