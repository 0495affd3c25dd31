// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.List;
import java.util.function.IntPredicate;

/// The network as map and measurements tell it together, as linear limits on n.
///
/// The throughput of a pipe is the least of what its connections carry by themselves, `s_i n_i`, and of what the
/// resources on its way and something of its own leave it (section 6.1 of the TCN paper). On the side where
/// there is room its derivative is s_i; where there is none, n is at a limit:
///
/// ```
/// sum of s_i n_i        <= C            the capacity that the map tells
/// sum of (s_i + d) n_i  <= a + d N_ref  the line that was learnt, with deterioration d
/// (s_i + d_i) n_i       <= a_i + ..     the same for something of the pipe's own
/// sum of n_i            <= N + part     into numbers of connections that were never seen, in small steps
/// ```
///
/// The multipliers of these limits in the step are the rest of the derivative. A limit that is reached while nobody
/// is held back there is too low: it is raised by a little, then by twice as much, until somebody is. So nothing
/// stands still for good, and a capacity that measurements refute gives way in both directions.
///
/// A resource that was never full has no line. But where those that were full agree on a deterioration, it is
/// expected of the others too ([CommonDeterioration]), and so much trusted where it fits that limits are tried
/// less often. Where files stay, what one carries without harm another may try at once ([CarriedElsewhere]). One that
/// carries what the map tells is full as soon as all its pipes together say so ([PooledShortfall]). One of
/// which it tells nothing is, when it carries the same whatever comes ([SteadyLoads]). Where pipes over
/// several full ones use it, it is filled with as few connections as will do ([LeanLimits]).
///
/// Each part has a class of its own: what was measured ([ConnectionRates], [ResourceLoads]), who is held back where
/// ([BottleneckTest]), what follows for resources ([SharedLearning], [SharedLimits]) and for pipes ([OwnLimits]), what
/// connections cost ([ConnectionWear]), how far a step may lead ([StepReach]).
///
/// Cost per interval: O(total path length).
public final class NetworkEstimate {
    /// A pipe is crowded if this part of something on its way is used.
    private static final double CROWDED = 0.9;

    private final boolean learns;
    private final ConnectionRates rates = new ConnectionRates();
    private final CrowdedRates crowdedRates = new CrowdedRates();
    private final ResourceLoads loads = new ResourceLoads(rates);
    private final SteadyLoads steady = new SteadyLoads(rates, loads);
    private final OwedResources owed = new OwedResources();
    private final ConnectionWear wear = new ConnectionWear(loads);
    private final BottleneckTest bottlenecks;
    private final ResourceUse use;
    private final SharedLimits shared;
    private final SharedLearning learning;
    private final OwnLimits own;
    private final StepReach reach;
    private IntervalView view = IntervalView.none();
    private PathIndex paths = PathIndex.none();

    private NetworkEstimate(boolean learns, boolean lean) {
        this.learns = learns;
        bottlenecks = new BottleneckTest(rates, loads, new BottleneckCandidates(rates, loads, steady, lean));
        Evidence evidence = new Evidence(rates, loads, bottlenecks);
        use = new ResourceUse(learns, evidence);
        shared = new SharedLimits(loads, use);
        learning = new SharedLearning(lean, evidence, use, wear, owed, shared);
        own = new OwnLimits(evidence);
        reach = new StepReach(evidence, shared, wear);
    }

    /// One that believes capacities and deteriorations of the map.
    public static NetworkEstimate believing() {
        return new NetworkEstimate(false, false);
    }

    /// One that learns them.
    ///
    /// @param lean whether what holds back pipes over several full resources is filled with as few connections
    ///     as will do
    public static NetworkEstimate learning(boolean lean) {
        return new NetworkEstimate(true, lean);
    }

    /// Takes in an interval.
    public void observe(IntervalView newView) {
        view = newView;
        if (view.pathsChanged() || own.size() != view.size()) {
            adopt();
        }
        use.begin(view);
        rates.observe(view, perPipe(bottlenecks::isAlone));
        loads.sum(view);
        if (learns) {
            steady.see(view);
            bottlenecks.test(view, shared::likelyLimitBps, shared::slopeBps);
            learning.learn(view);
            own.learn(view, shared, !wear.isCostly() && !owed.wasEver());
        }
        boolean[] refuted = perPipe(i -> learns && bottlenecks.isSlower(i));
        boolean[] crowded = perPipe(this::isCrowded);
        crowdedRates.observe(view, rates, crowded.clone());
        for (int i = 0; i < crowded.length; i++) {
            crowded[i] |= own.isUsed(i, CROWDED);
        }
        rates.learn(view, crowded, refuted);
        for (int i = 0; i < refuted.length; i++) {
            if (refuted[i]) {
                bottlenecks.corrected(i);
            }
        }
    }

    private void adopt() {
        paths = view.paths();
        shared.adopt(view);
        own.adopt(view);
        steady.adopt(view);
        bottlenecks.adopt(view);
        wear.adopt(view);
        reach.adopt(view);
        owed.adopt(view.resources());
    }

    private boolean[] perPipe(IntPredicate is) {
        boolean[] answers = new boolean[view.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = is.test(i);
        }
        return answers;
    }

    /// Whether a pipe may carry less per connection than by itself for something that it shares.
    private boolean isCrowded(int pipe) {
        boolean crowded = false;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe) && !crowded; p++) {
            int r = paths.resourceAt(p);
            boolean used = loads.carriedBps(r) + loads.errorBps(r) > CROWDED * shared.limitBps(r);
            crowded = used && loads.isTop(pipe, r);
        }
        return crowded;
    }

    /// What one connection of a pipe carries by itself, in bit/s; 0 where nothing was seen yet.
    public double rateBps(int pipe) {
        return rates.rateBps(pipe);
    }

    /// What one more connection of a pipe brings it, in bit/s: where several full resources hold it back no more
    /// than it uses where it uses most. Else it would be charged for what arrives and gain as if all of it did.
    public double gainBps(int pipe) {
        return use.gainBps(pipe);
    }

    /// Standard error of the throughput of an interval as a part of it; 0 where nothing was seen yet.
    public double noise(int pipe) {
        return rates.rateBps(pipe) > 0 ? rates.noise(pipe) : 0;
    }

    /// Whether a capacity or a line of a resource on its way had a price in the last step.
    public boolean sharesWhatIsFull(int pipe) {
        return usesOne(pipe, shared::hasPrice);
    }

    /// Whether a resource on its way carries less with more connections, none of which can be ended: none is to be
    /// added then, for whatever reason.
    public boolean isOnWornOut(int pipe) {
        return usesOne(pipe, wear::isWornOut);
    }

    /// What a connection of a pipe carries by itself, in bit/s, where a resource on its way is worn out by connections
    /// while a guarantee is short: that is what fewer of them carry. Else 0.
    public double relievedBps(int pipe) {
        return usesOne(pipe, wear::isRelieved) ? rates.rateBps(pipe) : 0;
    }

    private boolean usesOne(int pipe, IntPredicate resources) {
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            if (resources.test(paths.resourceAt(p))) {
                return true;
            }
        }
        return false;
    }

    /// What a connection of a pipe will carry, in bit/s, as soon as others give way, where something that it shares is
    /// nearly full. Else 0.
    public double freeBps(int pipe) {
        return crowdedRates.freeBps(pipe);
    }

    /// Capacities of the map that were refuted in the last intervals, in either direction.
    public List<DoubtedCapacity> doubts() {
        return shared.doubts();
    }

    /// Whether something holds a pipe back.
    public boolean isHeldBack(int pipe) {
        return rates.isHeldBack(pipe);
    }

    /// Adds the limits on n.
    public void addRows(StepRows rows) {
        owed.note(view, rows);
        shared.addRows(rows);
        if (learns) {
            reach.addRows(view, rows);
            own.addRows(rows, use);
        }
    }

    /// Whether a row that was added last only keeps a step from leading far where nobody has been.
    public boolean isCaution(int row) {
        return learns && reach.isCaution(row);
    }

    /// Remembers the prices that the step has found.
    public void remember(StepRows rows) {
        shared.remember(rows);
    }
}
