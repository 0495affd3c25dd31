// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.api.runtime.Unreached;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hears once when an agent begins not to reach a storage, and once when that is over.
interface CutOffNews {
    /// Attempts there go to other agents, where there are some.
    void begins(Unreached unreached);

    /// An attempt of the agent got an answer there.
    ///
    /// @param lasted how long none did
    void ends(Unreached unreached, Duration lasted);

    /// Nothing was tried there for long: it is not known any more.
    void isForgotten(Unreached unreached);

    /// One line each.
    final class InLog implements CutOffNews {
        private static final Logger LOG = LoggerFactory.getLogger(CutOffNews.class);

        @Override
        public void begins(Unreached unreached) {
            LOG.warn(
                    "Agent {} does not reach {} since {}: other agents are used there where there are some; the last"
                            + " failure: {}",
                    unreached.agent(),
                    unreached.endpoint(),
                    unreached.since(),
                    unreached.reason());
        }

        @Override
        public void ends(Unreached unreached, Duration lasted) {
            LOG.info(
                    "Agent {} reaches {} again; it did not since {}, for {} s, {} attempts",
                    unreached.agent(),
                    unreached.endpoint(),
                    unreached.since(),
                    lasted.toSeconds(),
                    unreached.failures());
        }

        @Override
        public void isForgotten(Unreached unreached) {
            LOG.info(
                    "Agent {} has had nothing at {}, which it did not reach since {}, for {} s: it is used there again",
                    unreached.agent(),
                    unreached.endpoint(),
                    unreached.since(),
                    CutOff.FORGOTTEN.toSeconds());
        }
    }
}
