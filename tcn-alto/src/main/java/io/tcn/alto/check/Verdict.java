// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

/// What came of a check.
public enum Verdict {
    /// The server keeps the rule, as far as was asked.
    PASS,
    /// The server breaks the rule.
    FAIL,
    /// The server does not have what the rule is about, or not what it only recommends.
    NOT_OFFERED,
    /// It could not be tried.
    SKIPPED;

    /// In words.
    public String text() {
        return name().replace('_', ' ');
    }
}
