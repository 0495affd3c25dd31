// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.PathFacts;

/// Two ends and the path between them.
///
/// @param name as the papers call it
/// @param path bandwidth, round trip and TCP buffer
/// @param read the side that is read
/// @param write the side that is written
/// @param streamBps what one connection is held to beside its window, in bit/s; infinite for nothing
/// @param setupSeconds until a new channel moves anything: process, authentication, slow start
/// @param fileSeconds what each file costs at the storages beside its bytes, in seconds
/// @param noise standard deviation of what the storages give, as a part of it
public record Testbed(
        String name,
        PathFacts path,
        StorageCurve read,
        StorageCurve write,
        double streamBps,
        double setupSeconds,
        double fileSeconds,
        double noise) {
    private static final int BITS = 8;

    /// The most that one connection carries: its window in each round trip, or what it is held to.
    double streamCeilingBps() {
        return Math.min(streamBps, path.bufferBytes() * BITS / path.rttSeconds());
    }

    /// The same with other storages.
    public Testbed withStorages(StorageCurve newRead, StorageCurve newWrite) {
        return new Testbed(name, path, newRead, newWrite, streamBps, setupSeconds, fileSeconds, noise);
    }

    /// The same with connections that are held to a rate.
    public Testbed withStreamBps(double bps) {
        return new Testbed(name, path, read, write, bps, setupSeconds, fileSeconds, noise);
    }

    /// The same with another bandwidth.
    public Testbed withBandwidthBps(double bps) {
        return new Testbed(
                name,
                new PathFacts(bps, path.rttSeconds(), path.bufferBytes()),
                read,
                write,
                streamBps,
                setupSeconds,
                fileSeconds,
                noise);
    }

    /// The same without noise.
    public Testbed steady() {
        return new Testbed(name, path, read, write, streamBps, setupSeconds, fileSeconds, 0);
    }
}
