// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.model.AltoFormatException;
import java.io.IOException;

/// One rule and how to try it.
///
/// @param id of the rule
/// @param rule in words
/// @param trial tries it
record Check(String id, String rule, Trial trial) {
    /// Tries a rule on a server.
    interface Trial {
        /// Tries.
        ///
        /// @return what was sent and seen, if the server keeps the rule
        /// @throws Outcome if it does not, or it could not be tried
        /// @throws AltoFormatException if an answer cannot be read
        /// @throws AltoException if our client could not use the server
        String run(Subject subject)
                throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException;
    }

    CheckResult on(Subject subject) throws InterruptedException {
        try {
            return result(Verdict.PASS, trial.run(subject));
        } catch (Outcome outcome) {
            return result(outcome.verdict(), String.valueOf(outcome.getMessage()));
        } catch (AltoFormatException unreadable) {
            return result(Verdict.FAIL, "an answer cannot be read: " + unreadable.getMessage());
        } catch (AltoException unusable) {
            return result(Verdict.FAIL, String.valueOf(unusable.getMessage()));
        } catch (IOException silent) {
            return result(Verdict.FAIL, "no answer: " + silent.getMessage());
        }
    }

    private CheckResult result(Verdict verdict, String seen) {
        return new CheckResult(id, rule, verdict, seen);
    }
}
