// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Resource;
import io.tcn.core.throughput.RateText;
import java.util.Locale;

/// What keeps the connections of a pipe from becoming more, beside its own limits.
public sealed interface Held {
    /// A bound or share of its user that costs something or is used up.
    ///
    /// @param report how it stands
    record ByConstraint(ConstraintReport report) implements Held {
        @Override
        public String inWords() {
            return (report.kind() == ConstraintKind.BOUND ? "bound" : "share") + " of user " + report.user() + " on "
                    + report.resource() + ": " + percent(report.usedBps() / report.limitBps()) + " of "
                    + RateText.of(report.limitBps()) + " used";
        }
    }

    /// A limit of connections of which all are given.
    ///
    /// @param limit which
    record ByLimit(ConnectionLimit limit) implements Held {
        @Override
        public String inWords() {
            return "limit " + limit.name() + ": all " + limit.maxConnections() + " connections given";
        }
    }

    /// A resource on its way that is full.
    ///
    /// @param resource one of known capacity
    /// @param usedBps what all pipes moved over it
    record ByCapacity(Resource resource, double usedBps) implements Held {
        /// Its capacity in bit/s.
        public double capacityBps() {
            return resource.knownCapacityBps().orElseThrow();
        }

        @Override
        public String inWords() {
            return resource.id() + ": " + percent(usedBps / capacityBps()) + " of " + RateText.of(capacityBps())
                    + " used";
        }
    }

    /// In a few words.
    String inWords();

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }
}
