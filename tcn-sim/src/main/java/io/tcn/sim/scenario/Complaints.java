// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with one file. Mutable; lives as long as one check.
final class Complaints {
    /// Nobody reads more at once.
    private static final int MAX = 50;

    private final String file;
    private final List<Complaint> list = new ArrayList<>();

    Complaints(String file) {
        this.file = file;
    }

    void add(String pointer, String problem, String remedy) {
        if (list.size() < MAX) {
            list.add(new Complaint(file, pointer, problem, remedy));
        } else if (list.size() == MAX) {
            list.add(new Complaint(file, "", "there is more", "correct these first"));
        }
    }

    List<Complaint> list() {
        return list;
    }

    /// Whether nothing was found wrong.
    boolean isEmpty() {
        return list.isEmpty();
    }

    /// Refuses the scenario if anything was found wrong.
    void refuseIfAny() throws InvalidScenarioException {
        if (!list.isEmpty()) {
            throw new InvalidScenarioException(list);
        }
    }
}
