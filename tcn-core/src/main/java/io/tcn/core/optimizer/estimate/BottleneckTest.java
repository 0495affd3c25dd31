// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.ResourceTable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// Finds for every pipe that is held back what holds it back: a resource that it shares, or something of its own that
/// the map does not know, such as a storage.
///
/// A candidate is named from the interval alone ([BottleneckCandidates]); a pipe without one is held back by something
/// of its own. Where other pipes are held back at the same level the candidate is it: max-min fairness gives equal
/// shares. Otherwise two predictions compete from interval to interval: if it is the resource, what all carry over it
/// together stays, so that the pipe gets what the others leave; if it is its own, what the pipe carries stays, whatever
/// the others do. Their errors add up to evidence, as logarithm of odds; where nothing tells, it returns to what the
/// fill of the resource lets expect. While it is open, the resource is doubted: it is neither taken for full nor for
/// roomy. Not so a candidate that is named because others may be nearer: nothing is expected of it unless it
/// carries the same whatever happens, and it counts for nothing until it is believed. Else a link that is told half
/// of what it carries would be taken for full at that by pipes that their own storages hold back.
///
/// Of a pipe that moves most of what is moved there is a third prediction: nothing holds it back, and its connections
/// are slower than they were taken for. Then what it moves goes with its connections. Where there are others they may
/// take what it leaves, at storages that no map knows too, and each connection carries the same as well. Cost: O(total
/// path length).
final class BottleneckTest {
    /// Nothing holds a pipe back.
    static final int NOTHING = BottleneckCandidates.NOTHING;

    /// Something of its own holds a pipe back.
    static final int OWN = -1;

    /// Beyond this much evidence it is believed, beyond this much nothing is doubted, beyond this much it is likely;
    /// and there is never more.
    private static final double BELIEVED = 1;

    private static final double CERTAIN = 2;
    private static final double LIKELY = 0.5;
    private static final double MOST_EVIDENCE = 4;

    /// Evidence of one interval.
    private static final double MOST_ODDS = 1;

    /// What is left of the evidence in an interval without any.
    private static final double MEMORY = 0.95;

    /// A pipe that moves more than this part of what all pipes move has no others who would take what it leaves.
    private static final double MOST_OF_IT = 0.5;

    /// So much have connections to change, as a part of them, to tell whether what they carry goes with them.
    private static final double TELLING = 0.15;

    /// Weight of the newest interval in what is remembered of a pipe that is held back.
    private static final double NEWEST = 0.3;

    /// Least error of a prediction, as part of the throughput, and what part of the error at the resource counts.
    private static final double LEAST_ERROR = 0.03;

    private static final double SHARED_ERROR = 0.3;

    /// What a resource that is full as far as is known lets expect.
    private static final double LIKELY_FULL = -1.5;

    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private final BottleneckCandidates candidates;
    private IntervalView view = IntervalView.none();
    private int[] held = {};
    private double[] evidence = {};
    private int[] candidate = {};
    private double[] seenBps = {};
    private double[] perConnectionBps = {};
    private double[] slowEvidence = {};
    private double[] togetherBps = {};
    private double[] togetherConnections = {};

    /// Per pipe whether the map tells clearly something else of its candidate: predictions begin anew.
    private boolean[] anew = {};

    /// Per pipe whether it shared nothing that is known when it was tested.
    private boolean[] unshared = {};

    private boolean[] full = {};
    private boolean[] doubted = {};
    private double allMovedBps;

    BottleneckTest(ConnectionRates rates, ResourceLoads loads, BottleneckCandidates candidates) {
        this.rates = rates;
        this.loads = loads;
        this.candidates = candidates;
    }

    /// Takes over other pipes and paths. What is known of a pipe that goes the same way as before stays.
    void adopt(IntervalView newView) {
        PipeTable pipes = newView.table();
        ResourceTable resources = newView.resources();
        candidates.adopt(newView);
        int[] candidateBefore = candidate;
        int[] heldBefore = held;
        evidence = pipes.carry(evidence, 0);
        seenBps = pipes.carry(seenBps, 0);
        perConnectionBps = pipes.carry(perConnectionBps, 0);
        slowEvidence = pipes.carry(slowEvidence, 0);
        togetherBps = pipes.carry(togetherBps, 0);
        togetherConnections = pipes.carry(togetherConnections, 0);
        held = new int[newView.size()];
        candidate = new int[newView.size()];
        anew = pipes.carry(anew, false);
        unshared = pipes.carry(unshared, false);
        for (int i = 0; i < candidate.length; i++) {
            boolean stays = resources.isSameWay(i);
            int before = stays ? pipes.before(i) : NOTHING;
            candidate[i] = stays ? after(candidateBefore[before], resources) : NOTHING;
            held[i] = stays ? after(heldBefore[before], resources) : NOTHING;
            evidence[i] = stays ? evidence[i] : 0;
            slowEvidence[i] = stays ? slowEvidence[i] : 0;
            anew[i] |= candidate[i] >= 0 && !resources.isToldTheSame(candidate[i]);
        }
        full = new boolean[newView.paths().resources()];
        doubted = new boolean[full.length];
    }

    /// What a resource of before is now; what is none stays.
    private static int after(int resource, ResourceTable resources) {
        return resource < 0 ? resource : resources.after(resource);
    }

    /// Tests all pipes.
    ///
    /// @param limitBps per resource what it carries with the connections on it; infinite where nobody knows
    /// @param slopeBps per resource what one connection more costs it
    void test(IntervalView newView, IntToDoubleFunction limitBps, IntToDoubleFunction slopeBps) {
        view = newView;
        candidates.see(view, limitBps);
        Arrays.fill(full, false);
        Arrays.fill(doubted, false);
        allMovedBps = 0;
        for (int i = 0; i < held.length; i++) {
            allMovedBps += view.usable()[i] ? loads.movedBps(i) : 0;
        }
        for (int i = 0; i < held.length; i++) {
            held[i] = NOTHING;
            unshared[i] = isUnshared(i);
            if (rates.isHeldBack(i) && view.usable()[i]) {
                int resource = candidates.of(i, candidate[i]);
                if (resource == NOTHING) {
                    held[i] = OWN;
                    candidate[i] = NOTHING;
                    slowEvidence[i] = 0;
                } else {
                    weigh(i, resource, expected(i, resource), slopeBps.applyAsDouble(resource));
                    judge(i, resource);
                }
            } else {
                evidence[i] *= MEMORY;
                slowEvidence[i] *= MEMORY;
            }
        }
    }

    private double expected(int i, int resource) {
        if (candidates.isFar(i)) {
            return candidates.isSteady(resource) ? LIKELY_FULL : Math.max(0, prior(resource));
        }
        return candidates.isOfSeveral(i) ? LIKELY_FULL : prior(resource);
    }

    /// What the fill of a resource lets expect. Links of which half is used do not often hold anybody back.
    private double prior(int r) {
        if (!candidates.isKnown(r)) {
            return 0;
        }
        double fill = candidates.fill(r);
        return fill > 0.93 ? LIKELY_FULL : fill > 0.5 ? 0 : fill > 0.3 ? 1.5 : 3;
    }

    private void weigh(int i, int r, double prior, double slopeBps) {
        double moved = loads.movedBps(i);
        if (candidate[i] == r && !anew[i]) {
            double others = loads.carriedBps(r) - moved;
            double more = loads.connections(r) - togetherConnections[i];
            double shared = togetherBps[i] - slopeBps * more - others;
            double error = moved * Math.max(rates.noise(i), LEAST_ERROR);
            double sharedError = SHARED_ERROR * loads.errorBps(r);
            double variance = error * error + sharedError * sharedError;
            double odds = (squared(moved - shared) - squared(moved - seenBps[i])) / Math.max(2 * variance, 1);
            double remembered = evidence[i] + (1 - MEMORY) * (prior - evidence[i]);
            evidence[i] =
                    Math.clamp(remembered + Math.clamp(odds, -MOST_ODDS, MOST_ODDS), -MOST_EVIDENCE, MOST_EVIDENCE);
            if (moved > MOST_OF_IT * allMovedBps) {
                double errors = squared(moved - shared) / variance;
                weighSlow(i, Math.min(errors, squared((moved - seenBps[i]) / error)), error);
            } else {
                slowEvidence[i] = 0;
            }
            seenBps[i] += NEWEST * (moved - seenBps[i]);
            perConnectionBps[i] += NEWEST * (moved / view.connections()[i] - perConnectionBps[i]);
            togetherBps[i] += NEWEST * (loads.carriedBps(r) - togetherBps[i]);
            togetherConnections[i] += NEWEST * more;
        } else {
            evidence[i] = candidate[i] == r ? evidence[i] + (1 - MEMORY) * (prior - evidence[i]) : prior;
            candidate[i] = r;
            anew[i] = false;
            beginSlow(i);
            togetherBps[i] = loads.carriedBps(r);
            togetherConnections[i] = loads.connections(r);
        }
        if (candidates.agrees(i, r)) {
            evidence[i] = Math.min(evidence[i], -CERTAIN);
        }
    }

    private void beginSlow(int i) {
        slowEvidence[i] = 0;
        seenBps[i] = loads.movedBps(i);
        perConnectionBps[i] = loads.movedBps(i) / view.connections()[i];
    }

    /// @param errorsOfLimits squared error of the better of the predictions that something holds it back, in variances
    private void weighSlow(int i, double errorsOfLimits, double error) {
        double slow = perConnectionBps[i] * view.connections()[i];
        if (Math.abs(slow / seenBps[i] - 1) < TELLING) {
            return;
        }
        double odds = (errorsOfLimits - squared((loads.movedBps(i) - slow) / error)) / 2;
        slowEvidence[i] = Math.clamp(
                MEMORY * slowEvidence[i] + Math.clamp(odds, -MOST_ODDS, MOST_ODDS), -MOST_ODDS, MOST_EVIDENCE);
    }

    /// Where several hold it back together, those that are the fastest on one of them say whether that one is full.
    private void judge(int i, int r) {
        if (evidence[i] < -BELIEVED) {
            held[i] = r;
            full[r] |= !candidates.isOfSeveral(i);
        } else {
            held[i] = OWN;
            doubted[r] |= !candidates.isOfSeveral(i) && !candidates.isFar(i) && evidence[i] < CERTAIN;
        }
    }

    private static double squared(double value) {
        return value * value;
    }

    /// What holds a pipe back: a resource, [#OWN] or [#NOTHING].
    int heldBy(int pipe) {
        return held[pipe];
    }

    /// Whether several full resources together explain what a pipe carries, believed or not.
    boolean mayBeHeldBySeveral(int pipe) {
        return candidates.isOfSeveral(pipe);
    }

    /// What part of what they would by themselves the fastest connections of a resource carry.
    double topPart(int resource) {
        return candidates.topPart(resource);
    }

    /// Whether a pipe is held back, and not by this resource.
    boolean isHeldElsewhere(int pipe, int resource) {
        boolean mayBeHere = candidate[pipe] == resource && evidence[pipe] < CERTAIN && !candidates.isFar(pipe);
        return held[pipe] != NOTHING && held[pipe] != resource && !mayBeHere;
    }

    /// Whether it is likely that something of its own holds a pipe back. Where it shares nothing that is known, no
    /// evidence comes, and none is needed.
    boolean isAlone(int pipe) {
        return held[pipe] == OWN && (evidence[pipe] > LIKELY || unshared[pipe]);
    }

    private boolean isUnshared(int pipe) {
        PathIndex paths = view.paths();
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            if (loads.isShared(paths.resourceAt(p))) {
                return false;
            }
        }
        return true;
    }

    /// Whether a pipe that seems held back has slower connections than it was taken to have, and nothing else.
    boolean isSlower(int pipe) {
        return held[pipe] != NOTHING && slowEvidence[pipe] > BELIEVED;
    }

    /// Takes it that the rate of a pipe's connections has been corrected.
    void corrected(int pipe) {
        slowEvidence[pipe] = 0;
    }

    /// Whether something of its own may hold a pipe back.
    boolean mayBeAlone(int pipe) {
        return evidence[pipe] > -BELIEVED;
    }

    /// Whether a resource holds pipes back.
    boolean isFull(int resource) {
        return full[resource];
    }

    /// Whether a resource may hold pipes back.
    boolean isDoubted(int resource) {
        return doubted[resource];
    }
}
