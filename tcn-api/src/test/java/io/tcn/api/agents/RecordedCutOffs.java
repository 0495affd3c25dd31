// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.api.runtime.Unreached;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Remembers in words which agents do not reach what.
final class RecordedCutOffs implements CutOffNews {
    final List<String> told = new ArrayList<>();

    @Override
    public void begins(Unreached unreached) {
        told.add(unreached.agent() + " does not reach " + unreached.endpoint());
    }

    @Override
    public void ends(Unreached unreached, Duration lasted) {
        told.add(unreached.agent() + " reaches " + unreached.endpoint() + " after " + lasted.toSeconds() + " s, "
                + unreached.failures());
    }

    @Override
    public void isForgotten(Unreached unreached) {
        told.add(unreached.agent() + " had nothing at " + unreached.endpoint());
    }
}
