// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

/// Bottleneck, select, scale, iterate: the order of Sincronia (Agarwal et al., SIGCOMM 2018, algorithm 1). If every
/// bottleneck carries its capacity, the sum of weighted completion times is at most twice that of the best
/// order (the primal-dual order of concurrent open shop: Mastrolilli et al., Operations Research Letters 38, 2010).
///
/// From the last place to the first: the bottleneck with most left to do; of the groups that use it, the one whose
/// weight per second there is smallest goes last; the weights of the others are lowered by what they would have
/// gained from its place; again with those that are left.
///
/// Deviation: the paper's bottlenecks are the ports of one switch; here also links and bounds. Its factor of
/// four for any network that keeps the order is proved for ports alone. Cost: groups times bottlenecks.
final class SincroniaOrder {
    private SincroniaOrder() {}

    /// The groups of a table, the first one first; of equals the lower number.
    ///
    /// @param weights of the groups, positive
    static int[] of(LoadTable table, double[] weights) {
        int groups = table.groups();
        double[] left = weights.clone();
        Busy busy = new Busy(table);
        boolean[] placed = new boolean[groups];
        int[] order = new int[groups];
        for (int place = groups - 1; place >= 0; place--) {
            int bottleneck = busy.most();
            int last = bottleneck < 0 ? highest(placed) : cheapest(table, bottleneck, left, placed);
            if (bottleneck >= 0) {
                scale(table, bottleneck, last, left, placed);
            }
            order[place] = last;
            placed[last] = true;
            busy.remove(last);
        }
        return order;
    }

    /// How long the groups that have no place yet keep each bottleneck busy.
    private static final class Busy {
        private final LoadTable table;
        private final double[] seconds;
        private final int[] users;

        Busy(LoadTable table) {
            this.table = table;
            this.seconds = new double[table.bottlenecks()];
            this.users = new int[table.bottlenecks()];
            for (int group = 0; group < table.groups(); group++) {
                int[] used = table.usedBy(group);
                for (int i = 0; i < used.length; i++) {
                    seconds[used[i]] += table.secondsOf(group)[i];
                    users[used[i]]++;
                }
            }
        }

        void remove(int group) {
            int[] used = table.usedBy(group);
            for (int i = 0; i < used.length; i++) {
                int bottleneck = used[i];
                users[bottleneck]--;
                // What rounding leaves is no work.
                seconds[bottleneck] = users[bottleneck] == 0
                        ? 0
                        : Math.max(Double.MIN_VALUE, seconds[bottleneck] - table.secondsOf(group)[i]);
            }
        }

        /// The busiest bottleneck, -1 if nothing is left anywhere.
        int most() {
            int best = -1;
            for (int i = 0; i < seconds.length; i++) {
                if (users[i] > 0 && (best < 0 || seconds[i] > seconds[best])) {
                    best = i;
                }
            }
            return best;
        }
    }

    private static int cheapest(LoadTable table, int bottleneck, double[] weights, boolean[] placed) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int group = 0; group < weights.length; group++) {
            double seconds = placed[group] ? 0 : table.secondsOf(group, bottleneck);
            if (seconds > 0 && weights[group] / seconds <= least) {
                least = weights[group] / seconds;
                best = group;
            }
        }
        return best;
    }

    private static void scale(LoadTable table, int bottleneck, int last, double[] weights, boolean[] placed) {
        double perSecond = weights[last] / table.secondsOf(last, bottleneck);
        for (int group = 0; group < weights.length; group++) {
            if (!placed[group] && group != last) {
                double lowered = weights[group] - perSecond * table.secondsOf(group, bottleneck);
                weights[group] = Math.max(0, lowered);
            }
        }
    }

    private static int highest(boolean[] placed) {
        int at = placed.length - 1;
        while (placed[at]) {
            at--;
        }
        return at;
    }
}
