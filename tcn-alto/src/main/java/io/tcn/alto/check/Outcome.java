// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import java.io.Serial;

/// Ends a check that does not pass.
final class Outcome extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Verdict verdict;

    private Outcome(Verdict verdict, String seen) {
        super(seen);
        this.verdict = verdict;
    }

    static Outcome fail(String seen) {
        return new Outcome(Verdict.FAIL, seen);
    }

    static Outcome notOffered(String seen) {
        return new Outcome(Verdict.NOT_OFFERED, seen);
    }

    static Outcome skipped(String seen) {
        return new Outcome(Verdict.SKIPPED, seen);
    }

    Verdict verdict() {
        return verdict;
    }

    /// Fails if something does not hold.
    static void require(boolean holds, String otherwise) throws Outcome {
        if (!holds) {
            throw fail(otherwise);
        }
    }
}
