// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.PipeId;
import org.springframework.stereotype.Component;

/// Which pipes start nothing because one of their ends is banned (FTS: `ON_HOLD`).
@Component
public class Holds {
    private final Effects effects;

    Holds(Effects effects) {
        this.effects = effects;
    }

    /// Whether any pipe is held at all.
    public boolean any() {
        return effects.isAnyHeld();
    }

    /// Whether what is queued on a pipe waits for the end of a ban.
    public boolean isHeld(PipeId pipe) {
        return effects.isHeld(pipe);
    }
}
