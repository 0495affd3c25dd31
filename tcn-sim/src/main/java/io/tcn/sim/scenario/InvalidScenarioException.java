// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.List;
import java.util.stream.Collectors;

/// A scenario cannot be simulated as it is; all complaints at once.
public final class InvalidScenarioException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Complaint> complaints;

    public InvalidScenarioException(List<Complaint> complaints) {
        super(complaints.stream().map(Complaint::inWords).collect(Collectors.joining("\n")));
        this.complaints = List.copyOf(complaints);
    }

    public InvalidScenarioException(String file, String pointer, String problem, String remedy) {
        this(List.of(new Complaint(file, pointer, problem, remedy)));
    }

    /// What is wrong, at least one entry.
    public List<Complaint> complaints() {
        return complaints;
    }
}
