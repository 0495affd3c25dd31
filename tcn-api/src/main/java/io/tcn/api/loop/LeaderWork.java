// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import org.springframework.context.SmartLifecycle;

/// What only the server does that leads: it is started when the lead is taken, at the start of the server or
/// later, in the order of its phase, and stopped like everything else. It is started once at most.
public interface LeaderWork extends SmartLifecycle {
    /// Whoever takes the lead starts it.
    @Override
    default boolean isAutoStartup() {
        return false;
    }
}
