// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.Arrays;

/// Weighted max-min for some pipes by progressive filling, within what the others leave: the level of all given
/// pipes rises together, and a pipe stops at its ceiling or where one of its resources is full.
///
/// The resource that fills up next is at the top of a heap of levels that is kept lazily: the level that a
/// resource can give to the rest only rises, so that one that is out of date is too low. Which of equal levels
/// comes first depends on nothing but the changes so far. Complexity: O(total path length of the given pipes and
/// users of the resources that stop them), and O(log resources) for each level looked at. Allocates nothing; not
/// thread-safe.
final class Filling {
    /// Below this part of its terms, a difference of sums of weights is not trusted.
    private static final double NOISE = 1e-6;

    private final MaxMinState state;
    private final PathGraph graph;
    private final boolean[] isRising;
    private final double[] weightLeft;
    private final double[] summedWeight;
    private final double[] remainingBps;
    private final int[] risingUsers;
    private final double[] stopLevelBps;

    /// Per resource what the pipes carry that are not filled.
    private final double[] fixedBps;

    private final int[] heap;

    /// Per place in the heap the level of its resource when it was last worked out.
    private final double[] heapLevelBps;

    private int heapSize;
    private int rising;

    /// Ranks of pipes by ceiling, and the pipe of each rank; pipes without ceiling are not ranked.
    private final int[] rank;

    private final int[] pipeOfRank;
    private int ranks;
    private final int[] ranked;

    Filling(MaxMinState state) {
        this.state = state;
        this.graph = state.graph;
        int pipes = graph.pipes();
        int resources = graph.resources();
        this.isRising = new boolean[pipes];
        this.weightLeft = new double[resources];
        this.summedWeight = new double[resources];
        this.remainingBps = new double[resources];
        this.risingUsers = new int[resources];
        this.stopLevelBps = new double[resources];
        this.fixedBps = new double[resources];
        this.heap = new int[resources];
        this.heapLevelBps = new double[resources];
        this.rank = new int[pipes];
        this.pipeOfRank = new int[pipes];
        this.ranked = new int[pipes];
        rankCeilings();
    }

    /// To be called when the ceilings have changed.
    void rankCeilings() {
        Integer[] order = new Integer[graph.pipes()];
        ranks = 0;
        for (int i = 0; i < order.length; i++) {
            if (state.ceilingLevelBps[i] < Double.POSITIVE_INFINITY) {
                order[ranks++] = i;
            }
        }
        Arrays.sort(order, 0, ranks, (i, k) -> {
            int byCeiling = Double.compare(state.ceilingLevelBps[i], state.ceilingLevelBps[k]);
            return byCeiling != 0 ? byCeiling : Integer.compare(i, k);
        });
        Arrays.fill(rank, -1);
        for (int place = 0; place < ranks; place++) {
            pipeOfRank[place] = order[place];
            rank[order[place]] = place;
        }
    }

    /// The level at which a resource stopped pipes in the last call, infinite where it stopped none. Valid for the
    /// resources given to that call.
    double stopLevelBps(int resource) {
        return stopLevelBps[resource];
    }

    /// Whether the pipes that were not given to the last call carry more than a resource can.
    boolean isOverfull(int resource) {
        return fixedBps[resource] > state.capacityBps[resource] * (1 + MaxMinState.EQUAL);
    }

    /// Works out rates, levels and stoppers of some pipes, all with a weight.
    ///
    /// @param given these pipes, the first `count`
    /// @param looked all resources of these pipes, and perhaps others: the first `lookedCount`
    void fill(int[] given, int count, int[] looked, int lookedCount) {
        rising = count;
        prepare(given, count, looked, lookedCount);
        int ceilings = rankGiven(given, count);
        int nextCeiling = 0;
        while (rising > 0) {
            int tightest = findTightest();
            double level = tightest < 0 ? Double.POSITIVE_INFINITY : heapLevelBps[0];
            int before = rising;
            while (nextCeiling < ceilings) {
                int pipe = pipeOfRank[ranked[nextCeiling]];
                if (isRising[pipe]) {
                    if (state.ceilingLevelBps[pipe] > level) {
                        break;
                    }
                    stop(pipe, state.ceilingLevelBps[pipe], MaxMinState.NO_RESOURCE);
                }
                nextCeiling++;
            }
            if (rising < before) {
                // What they leave can only raise the level of the others: it is worked out again.
                continue;
            }
            if (tightest < 0) {
                throw new IllegalStateException("nothing limits some pipe with connections");
            }
            stopAll(tightest, level);
        }
    }

    /// Takes the given pipes off what resources carry, which gives what the others leave.
    private void prepare(int[] given, int count, int[] looked, int lookedCount) {
        for (int k = 0; k < lookedCount; k++) {
            int r = looked[k];
            weightLeft[r] = 0;
            risingUsers[r] = 0;
            fixedBps[r] = state.carriedBps[r];
            stopLevelBps[r] = Double.POSITIVE_INFINITY;
        }
        for (int k = 0; k < count; k++) {
            int pipe = given[k];
            double weight = state.weight[pipe];
            double rateBps = state.rateBps[pipe];
            isRising[pipe] = true;
            for (int h = graph.first[pipe]; h < graph.first[pipe + 1]; h++) {
                int r = graph.resource[h];
                weightLeft[r] += weight;
                risingUsers[r]++;
                fixedBps[r] -= rateBps;
            }
        }
        heapSize = 0;
        for (int k = 0; k < lookedCount; k++) {
            int r = looked[k];
            if (risingUsers[r] == state.activeUsers[r] || fixedBps[r] < 0) {
                // Not the rounding noise of a difference.
                fixedBps[r] = 0;
            }
            summedWeight[r] = weightLeft[r];
            double remaining = state.capacityBps[r] - fixedBps[r];
            remainingBps[r] = remaining > 0 ? remaining : 0;
            if (risingUsers[r] > 0 && remainingBps[r] < Double.POSITIVE_INFINITY) {
                heapLevelBps[heapSize] = remainingBps[r] / weightLeft[r];
                heap[heapSize++] = r;
            }
        }
        for (int place = heapSize / 2 - 1; place >= 0; place--) {
            siftDown(place);
        }
    }

    /// The ranks of the given pipes that have a ceiling, in order; returns how many.
    private int rankGiven(int[] given, int count) {
        if (ranks == 0) {
            return 0;
        }
        int found = 0;
        if (count > graph.pipes() / 8) {
            for (int place = 0; place < ranks; place++) {
                if (isRising[pipeOfRank[place]]) {
                    ranked[found++] = place;
                }
            }
            return found;
        }
        for (int k = 0; k < count; k++) {
            if (rank[given[k]] >= 0) {
                ranked[found++] = rank[given[k]];
            }
        }
        Arrays.sort(ranked, 0, found);
        return found;
    }

    /// The resource with the least level, which is worked out anew and stands at the top of the heap; or -1.
    private int findTightest() {
        while (heapSize > 0) {
            int r = heap[0];
            if (risingUsers[r] > 0) {
                double level = share(r);
                if (!(level > heapLevelBps[0])) {
                    return r;
                }
                heapLevelBps[0] = level;
            } else {
                heapSize--;
                heap[0] = heap[heapSize];
                heapLevelBps[0] = heapLevelBps[heapSize];
            }
            siftDown(0);
        }
        return -1;
    }

    /// The level that a resource can give to its rising pipes, of which there is at least one. Where little
    /// weight is left of much, the difference is mostly rounding noise: then the weights are summed anew. So the
    /// divisor is positive.
    private double share(int r) {
        if (!(weightLeft[r] > NOISE * summedWeight[r])) {
            double sum = 0;
            for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
                int pipe = graph.user[k];
                sum += isRising[pipe] ? state.weight[pipe] : 0;
            }
            weightLeft[r] = sum;
            summedWeight[r] = sum;
        }
        return remainingBps[r] / weightLeft[r];
    }

    private void stopAll(int r, double level) {
        stopLevelBps[r] = level;
        for (int k = graph.firstUser[r]; k < graph.firstUser[r + 1]; k++) {
            int pipe = graph.user[k];
            if (isRising[pipe]) {
                stop(pipe, level, r);
            }
        }
        remainingBps[r] = 0;
    }

    private void stop(int pipe, double level, int stopper) {
        isRising[pipe] = false;
        rising--;
        double weight = state.weight[pipe];
        double rate = weight * level;
        double rise = rate - state.rateBps[pipe];
        state.rateBps[pipe] = rate;
        state.levelBps[pipe] = level;
        state.setStopper(pipe, stopper);
        for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
            int r = graph.resource[k];
            double remaining = remainingBps[r] - rate;
            remainingBps[r] = remaining > 0 ? remaining : 0;
            weightLeft[r] -= weight;
            risingUsers[r]--;
            state.carriedBps[r] += rise;
        }
    }

    private void siftDown(int from) {
        if (from >= heapSize) {
            return;
        }
        int moving = heap[from];
        double level = heapLevelBps[from];
        int place = from;
        int child = 2 * place + 1;
        while (child < heapSize) {
            if (child + 1 < heapSize && heapLevelBps[child + 1] < heapLevelBps[child]) {
                child++;
            }
            if (!(heapLevelBps[child] < level)) {
                break;
            }
            heap[place] = heap[child];
            heapLevelBps[place] = heapLevelBps[child];
            place = child;
            child = 2 * place + 1;
        }
        heap[place] = moving;
        heapLevelBps[place] = level;
    }
}
