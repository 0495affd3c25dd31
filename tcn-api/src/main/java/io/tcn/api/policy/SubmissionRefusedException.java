// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

/// A submission is refused for a reason that has nothing to do with its form.
public final class SubmissionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    SubmissionRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /// The status that FTS answers with.
    public int status() {
        return status;
    }
}
