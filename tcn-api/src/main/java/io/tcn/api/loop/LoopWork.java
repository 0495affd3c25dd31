// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import org.springframework.context.SmartLifecycle;

/// A part of the server that one loop on a thread of its own carries out: after the control plane at the start,
/// before it at the stop.
public interface LoopWork extends SmartLifecycle {
    /// The loop, the same one each time.
    OwnLoop loop();

    @Override
    default void start() {
        loop().start();
    }

    @Override
    default void stop() {
        loop().stop();
    }

    @Override
    default boolean isRunning() {
        return loop().isRunning();
    }

    @Override
    default int getPhase() {
        return 1;
    }
}
