// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

/// Weighted max-min fair rates that follow changes: only the pipes that a change can reach are worked out anew.
///
/// Progressive filling after a change goes as it did before up to some level, the cut, of which a lower bound is
/// known without filling. Pipes below it stay as they are. From there on,
///
/// 1. those that changed are affected, and those that were stopped, at or above the cut, by a resource of an
///    affected pipe: they share with it;
/// 2. the affected pipes are filled within what all others leave, see [Filling];
/// 3. where they are stopped by a resource on which another pipe has a higher level, or where nothing is left for
///    them, these others are affected as well, and it goes on from 1. Else all is done: every pipe is stopped by
///    its ceiling or by a full resource on which no pipe has a higher level, and that is what max-min fair means
///    (Bertsekas and Gallager, Data Networks, section 6.5.2).
///
/// Core's `WeightedMaxMin` is the same without increments, and takes connections as weights; the tests hold the
/// two together. Complexity: O(users of the resources of affected pipes) per round, of which there is mostly one.
/// Allocates nothing after construction; not thread-safe.
final class IncrementalMaxMin {
    /// After so many rounds all pipes are taken: mostly they turn out to be all anyway.
    private static final int MAX_ROUNDS = 6;

    /// So often the sums that are kept by differences are worked out from scratch.
    private static final int SOLVES_PER_SUM = 1024;

    /// The cut is rounded down by this part, so that equal levels fall on one side of it.
    private static final double CUT_MARGIN = 1e-9;

    private final MaxMinState state;
    private final PathGraph graph;
    private final Filling filling;
    private final int[] affected;
    private final boolean[] isAffected;
    private final int[] looked;
    private final boolean[] isLooked;

    /// Pipes that have lost all their weight since the last call.
    private final int[] idle;

    private final boolean[] isIdle;

    /// The weights that the present rates belong to.
    private final double[] solvedWeight;

    private int affectedCount;
    private int lookedCount;
    private int idleCount;
    private int withWeight;
    private boolean isSolved = true;
    private long solves;

    IncrementalMaxMin(PathGraph graph) {
        this.graph = graph;
        this.state = new MaxMinState(graph);
        this.filling = new Filling(state);
        this.affected = new int[graph.pipes()];
        this.isAffected = new boolean[graph.pipes()];
        this.idle = new int[graph.pipes()];
        this.isIdle = new boolean[graph.pipes()];
        this.solvedWeight = new double[graph.pipes()];
        this.looked = new int[graph.resources()];
        this.isLooked = new boolean[graph.resources()];
    }

    /// Sets what a resource carries, in bit/s: zero or more, perhaps infinite.
    void setCapacityBps(int resource, double capacityBps) {
        if (state.capacityBps[resource] != capacityBps) {
            begin();
            state.capacityBps[resource] = capacityBps;
            look(resource);
        }
    }

    /// Sets the ceilings of all pipes as levels, in bit/s per weight; everything is worked out anew.
    void setCeilingLevelsBps(double[] ceilingLevelBps) {
        begin();
        System.arraycopy(ceilingLevelBps, 0, state.ceilingLevelBps, 0, ceilingLevelBps.length);
        filling.rankCeilings();
        affectAll();
    }

    /// Sets the weight of a pipe, zero or more and finite.
    void setWeight(int pipe, double weight) {
        if (state.weight[pipe] == weight) {
            return;
        }
        begin();
        if (state.weight[pipe] == 0) {
            withWeight++;
        }
        state.weight[pipe] = weight;
        state.setActive(pipe, weight > 0);
        if (weight > 0) {
            affect(pipe);
        } else {
            withWeight--;
            if (!isIdle[pipe]) {
                isIdle[pipe] = true;
                idle[idleCount++] = pipe;
            }
            lookAlong(pipe);
        }
    }

    double rateBps(int pipe) {
        return state.rateBps[pipe];
    }

    /// What a resource carries, in bit/s: summed anew, so that an idle resource carries nothing at all.
    double carriedBps(int resource) {
        double sum = 0;
        for (int k = graph.firstUser[resource]; k < graph.firstUser[resource + 1]; k++) {
            sum += state.rateBps[graph.user[k]];
        }
        return sum;
    }

    /// How many pipes the last [#solve] worked out.
    int affectedPipes() {
        return affectedCount;
    }

    /// The `k`-th of them.
    int affectedPipe(int k) {
        return affected[k];
    }

    /// Brings the rates up to the changes since the last call.
    void solve() {
        begin();
        isSolved = true;
        solves++;
        if (solves % SOLVES_PER_SUM == 0) {
            state.sumCarried();
        }
        double cutBps = findCut();
        dropIdle();
        int reached = 0;
        for (int round = 1; true; round++) {
            if (round > MAX_ROUNDS) {
                affectAll();
            }
            // Those affected bring more resources: it ends with the last that is reached.
            while (reached < lookedCount) {
                affectStoppedAt(looked[reached], cutBps);
                reached++;
            }
            filling.fill(affected, affectedCount, looked, lookedCount);
            if (affectedCount == withWeight || !affectThoseInTheWay()) {
                break;
            }
        }
        for (int k = 0; k < affectedCount; k++) {
            solvedWeight[affected[k]] = state.weight[affected[k]];
        }
    }

    /// The level up to which filling goes as it did before the changes: a lower bound of it. Below it, no pipe
    /// changes its level, save those whose weight changed.
    ///
    /// Where a resource stopped pipes of the weight W at level X, filling needs at most W less per level below X,
    /// so with D more weight and another capacity it is full at `X - (carried - capacity + D X) / (W + D)` at the
    /// earliest; where it was not full, at `(capacity - carried) / D`.
    private double findCut() {
        double cutBps = Double.POSITIVE_INFINITY;
        for (int k = 0; k < affectedCount; k++) {
            cutBps = Math.min(cutBps, levelBefore(affected[k]));
        }
        for (int k = 0; k < idleCount; k++) {
            cutBps = Math.min(cutBps, levelBefore(idle[k]));
        }
        for (int k = 0; k < lookedCount; k++) {
            cutBps = Math.min(cutBps, fullFrom(looked[k]));
        }
        return Math.max(0, cutBps * (1 - CUT_MARGIN));
    }

    private double levelBefore(int pipe) {
        return solvedWeight[pipe] > 0 ? state.levelBps[pipe] : Double.POSITIVE_INFINITY;
    }

    private double fullFrom(int r) {
        double stoppedWeight = 0;
        double stopLevelBps = 0;
        double added = 0;
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            if (state.stopper[pipe] == r) {
                stoppedWeight += solvedWeight[pipe];
                stopLevelBps = state.levelBps[pipe];
            }
            if (state.weight[pipe] > solvedWeight[pipe]) {
                added += state.weight[pipe] - solvedWeight[pipe];
            }
        }
        double missingBps = state.carriedBps[r] - state.capacityBps[r];
        if (stoppedWeight > 0) {
            // Where the capacity has risen, those that it stopped rise.
            return stopLevelBps - Math.max(0, missingBps + added * stopLevelBps) / (stoppedWeight + added);
        }
        if (missingBps > 0) {
            return 0;
        }
        return added > 0 ? -missingBps / added : Double.POSITIVE_INFINITY;
    }

    /// Forgets the work of the last call, once.
    private void begin() {
        if (isSolved) {
            isSolved = false;
            for (int k = 0; k < affectedCount; k++) {
                isAffected[affected[k]] = false;
            }
            for (int k = 0; k < lookedCount; k++) {
                isLooked[looked[k]] = false;
            }
            affectedCount = 0;
            lookedCount = 0;
        }
    }

    /// A pipe may have got a weight and lost it again since the last call, or the other way round.
    private void dropIdle() {
        for (int k = 0; k < idleCount; k++) {
            int pipe = idle[k];
            isIdle[pipe] = false;
            if (state.weight[pipe] == 0) {
                state.clear(pipe);
                solvedWeight[pipe] = 0;
            }
        }
        idleCount = 0;
        int kept = 0;
        for (int k = 0; k < affectedCount; k++) {
            int pipe = affected[k];
            if (state.weight[pipe] > 0) {
                affected[kept++] = pipe;
            } else {
                isAffected[pipe] = false;
            }
        }
        affectedCount = kept;
    }

    private void affectAll() {
        for (int i = 0; i < graph.pipes(); i++) {
            affect(i);
        }
    }

    private void affect(int pipe) {
        if (!isAffected[pipe] && state.weight[pipe] > 0) {
            isAffected[pipe] = true;
            affected[affectedCount++] = pipe;
            lookAlong(pipe);
        }
    }

    private void lookAlong(int pipe) {
        for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
            look(graph.resource[k]);
        }
    }

    private void look(int resource) {
        if (!isLooked[resource]) {
            isLooked[resource] = true;
            looked[lookedCount++] = resource;
        }
    }

    private void affectStoppedAt(int r, double cutBps) {
        if (state.stoppedPipes[r] == 0) {
            return;
        }
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            if (state.stopper[pipe] == r && state.levelBps[pipe] >= cutBps) {
                affect(pipe);
            }
        }
    }

    /// Returns whether there were any.
    private boolean affectThoseInTheWay() {
        int before = affectedCount;
        int filled = lookedCount;
        for (int k = 0; k < filled; k++) {
            int r = looked[k];
            double mostBps = filling.stopLevelBps(r) * (1 + MaxMinState.EQUAL);
            if (filling.isOverfull(r)) {
                mostBps = 0;
            }
            if (mostBps < Double.POSITIVE_INFINITY) {
                for (int u = graph.firstUser[r]; u < graph.firstUser[r + 1]; u++) {
                    if (state.levelBps[graph.user[u]] > mostBps) {
                        affect(graph.user[u]);
                    }
                }
            }
        }
        return affectedCount > before;
    }
}
