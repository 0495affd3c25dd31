// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.whatif;

import io.tcn.api.policy.ActivityShares;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Groups;
import io.tcn.api.store.policy.ActivityShare;
import io.tcn.core.dispatch.LimitUse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// What is in force on the server and is not simulated: it is said, so that nobody takes a prediction for more than it
/// is.
@Component
class LeftAside {
    private final ControlPlane controlPlane;
    private final Groups groups;
    private final ActivityShares shares;

    LeftAside(ControlPlane controlPlane, Groups groups, ActivityShares shares) {
        this.controlPlane = controlPlane;
        this.groups = groups;
        this.shares = shares;
    }

    /// One sentence for each kind that is in force; none where nothing of it is.
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        List<LimitUse> limits = controlPlane.dispatch().limitsInUse();
        long ofTokens = limits.stream().filter(use -> !use.limit().wanted()).count();
        if (ofTokens > 0) {
            notes.add("limits of tokens are in force (" + ofTokens
                    + "): they are not simulated, transfers under them may be slower than is told");
        }
        if (!controlPlane.state().rates().isEmpty()) {
            notes.add("jobs ask for rates: they are not simulated, such a job may end earlier or later than is told");
        }
        if (!groups.order().plan().places().isEmpty()) {
            notes.add("groups have an order: it is not simulated, jobs end in the order of priority and time there");
        }
        long shared = shares.all().stream().filter(ActivityShare::active).count();
        if (shared > 0) {
            notes.add(
                    "activities of " + shared + (shared == 1 ? " user" : " users")
                            + " share pipes by weights: that is not simulated, jobs end in the order of priority and time there");
        }
        return notes;
    }
}
