// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

/// A graph file cannot be read, or says something that cannot be.
public final class UnreadableGraphException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final String problem;
    private final String remedy;

    UnreadableGraphException(int line, String problem, String remedy) {
        super("line " + line + ": " + problem + "; " + remedy);
        this.line = line;
        this.problem = problem;
        this.remedy = remedy;
    }

    /// Where it happened, from 1.
    public int line() {
        return line;
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
