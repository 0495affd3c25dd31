// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

/// A trace or a mapping cannot be read.
public final class TraceException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final String place;
    private final String problem;
    private final String remedy;

    /// @param file the file, as it was asked for
    /// @param place `line 17` or a JSON pointer; empty for the file as a whole
    /// @param problem what is wrong
    /// @param remedy what to do
    TraceException(String file, String place, String problem, String remedy) {
        super(file + (place.isEmpty() ? "" : " at " + place) + ": " + problem + "; " + remedy);
        this.file = file;
        this.place = place;
        this.problem = problem;
        this.remedy = remedy;
    }

    /// The file, as it was asked for.
    public String file() {
        return file;
    }

    /// `line 17` or a JSON pointer; empty for the file as a whole.
    public String place() {
        return place;
    }

    /// What is wrong.
    public String problem() {
        return problem;
    }

    /// What to do.
    public String remedy() {
        return remedy;
    }
}
