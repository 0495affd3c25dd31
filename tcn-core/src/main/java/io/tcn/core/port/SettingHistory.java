// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Pipe;
import java.time.Instant;
import java.util.List;

/// What numbers of connections moved in the past. Asked when the work of a pipe begins, never for a transfer or an
/// interval; so it answers from memory and never waits. It may be old or wrong.
@FunctionalInterface
public interface SettingHistory {
    /// Nothing is known.
    SettingHistory NONE = wanted -> List.of();

    /// The most settings of an answer.
    int MOST = 500;

    /// What is to be moved.
    ///
    /// @param pipe between which endpoints, and for whom
    /// @param fileBytes mean size of the files; 0 where nobody knows
    /// @param bandwidthBps least capacity on the path; 0 where the map tells none
    /// @param now what lies after it is from a clock that was set back, and of no use
    record Wanted(Pipe pipe, double fileBytes, double bandwidthBps, Instant now) {
        /// Half or twice the bandwidth is another path.
        private static final double BANDWIDTHS = 2;

        /// Files of a tenth or ten times the size are others.
        private static final double SIZES = 10;

        /// What a setting has in common with it.
        public Likeness likenessTo(PastSetting past) {
            if (past.key().source().equals(pipe.source())
                    && past.key().destination().equals(pipe.destination())) {
                return Likeness.SAME_ENDPOINTS;
            }
            boolean alike =
                    isNear(bandwidthBps, past.bandwidthBps(), BANDWIDTHS) && isNear(fileBytes, past.fileBytes(), SIZES);
            return alike ? Likeness.ALIKE : Likeness.NONE;
        }

        private static boolean isNear(double one, double other, double times) {
            return one > 0 && other > 0 && one < times * other && other < times * one;
        }
    }

    /// How like a setting is to what is to be moved.
    enum Likeness {
        /// The same endpoints, for whatever user.
        SAME_ENDPOINTS,
        /// Other endpoints, with about the bandwidth and the size of files; both are known.
        ALIKE,
        /// Nothing in common that is known.
        NONE
    }

    /// Settings of the same endpoints, or, where there are none, those that are alike; [#MOST] at most, the newest
    /// first.
    List<PastSetting> like(Wanted wanted);
}
