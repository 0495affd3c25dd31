// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

/// Weighted max-min fair rates that follow changes: only the pipes that a change can reach are worked out anew.
///
/// Rates are max-min fair if and only if no resource carries more than its capacity and every pipe is stopped by
/// its ceiling or by a full resource on which no pipe has a higher level (Bertsekas and Gallager, Data Networks,
/// section 6.5.2). So it is enough to
///
/// 1. begin with the pipes that changed, and with those that were stopped where something changed;
/// 2. fill them within what all others leave, see [Filling];
/// 3. look at every resource of theirs, and add each other pipe for which the condition does not hold any more:
///    it was stopped there, but the resource is no longer full or somebody has a higher level now; or it has a
///    higher level than the one at which the resource now stops the affected ones;
/// 4. repeat from 2 until none was added. Where half of the pipes are affected, all are worked out.
///
/// Core's `WeightedMaxMin` is the same without increments, and takes connections as weights; the tests hold the
/// two together. Complexity: O(users of the resources of affected pipes) per round. Allocates nothing after
/// construction; not thread-safe.
final class IncrementalMaxMin {
    /// After so many rounds the affected pipes have mostly turned out to be all.
    private static final int MAX_ROUNDS = 6;

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
    private int affectedCount;
    private int lookedCount;
    private int idleCount;
    private int withWeight;
    private boolean isSolved = true;

    IncrementalMaxMin(PathGraph graph) {
        this.graph = graph;
        this.state = new MaxMinState(graph);
        this.filling = new Filling(state);
        this.affected = new int[graph.pipes()];
        this.isAffected = new boolean[graph.pipes()];
        this.idle = new int[graph.pipes()];
        this.isIdle = new boolean[graph.pipes()];
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

    /// What a resource carries, in bit/s.
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
        dropIdle();
        int touched = lookedCount;
        for (int k = 0; k < touched; k++) {
            affectStoppedAt(looked[k]);
        }
        int rounds = 0;
        while (true) {
            if (rounds == MAX_ROUNDS || 2 * affectedCount > withWeight) {
                affectAll();
            }
            filling.fill(isAffected, affected, affectedCount, looked, lookedCount);
            rounds++;
            int before = affectedCount;
            if (affectedCount < withWeight) {
                // Those added look at more resources; these are checked in the next round.
                int present = lookedCount;
                for (int k = 0; k < present; k++) {
                    check(looked[k]);
                }
            }
            if (affectedCount == before) {
                return;
            }
        }
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
                state.rateBps[pipe] = 0;
                state.levelBps[pipe] = 0;
                state.stopper[pipe] = MaxMinState.NO_RESOURCE;
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

    private void affectStoppedAt(int r) {
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            if (state.stopper[pipe] == r) {
                affect(pipe);
            }
        }
    }

    /// Adds the pipes of a resource that were left as they are, although they must change.
    private void check(int r) {
        double capacityBps = state.capacityBps[r];
        double carriedBps = 0;
        double highestBps = 0;
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            carriedBps += state.rateBps[pipe];
            if (isAffected[pipe]) {
                highestBps = Math.max(highestBps, state.levelBps[pipe]);
            }
        }
        boolean isOver = carriedBps > capacityBps * (1 + MaxMinState.EQUAL);
        boolean isFull = carriedBps >= capacityBps * (1 - MaxMinState.EQUAL);
        double stopLevelBps = filling.stopLevelBps(r);
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            double level = state.levelBps[pipe];
            boolean canRise = state.stopper[pipe] == r && (!isFull || highestBps > level * (1 + MaxMinState.EQUAL));
            if (isOver || canRise || level > stopLevelBps * (1 + MaxMinState.EQUAL)) {
                affect(pipe);
            }
        }
    }
}
