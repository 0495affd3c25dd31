// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Bound;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimedControlsTest {
    private static final Instant NOW = Instant.parse("2026-11-25T18:00:00Z");

    private final TimedControls controls = new TimedControls();
    private final List<String> heard = new ArrayList<>();

    private static Bound bound(String set) {
        return new Bound(UserId.of("cms"), ResourceSetName.of(set), new Bound.Rate(1e9));
    }

    private void tell() {
        heard.clear();
        controls.tell(
                NOW, set -> heard.add("set " + set.resourceSet()), taken -> heard.add("taken " + taken.resourceSet()));
    }

    /// The dispatch loop may start transfers between any two of these.
    @Test
    void oneThatReplacesAnotherIsThereBeforeThatOneIsGone() {
        controls.put(new TimedControl(bound("day"), null));
        tell();
        controls.remove(bound("day"));
        controls.put(new TimedControl(bound("night"), null));
        tell();
        assertThat(heard).containsExactly("set night", "taken day");
    }
}
