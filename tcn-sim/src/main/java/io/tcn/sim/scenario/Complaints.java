// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects what is wrong with one file. Mutable; lives as long as one check.
final class Complaints {
    private final String file;
    private final List<Complaint> list = new ArrayList<>();

    Complaints(String file) {
        this.file = file;
    }

    void add(String pointer, String problem, String remedy) {
        list.add(new Complaint(file, pointer, problem, remedy));
    }

    List<Complaint> list() {
        return list;
    }

    /// The text at a place that must have one; null, after a complaint, if it has none.
    @Nullable
    String text(@Nullable String given, String pointer) {
        if (given == null || given.isEmpty()) {
            add(pointer, "this is missing", "give a text that is not empty");
            return null;
        }
        return given;
    }
}
