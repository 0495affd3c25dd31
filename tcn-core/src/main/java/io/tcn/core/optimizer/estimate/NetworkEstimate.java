// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
/// carries what the map tells is full as soon as all its pipes together say so ([PooledShortfall]). Where pipes over
/// several full ones use it, it is filled with as few connections as will do ([LeanLimits]).
///
/// Cost per interval: O(total path length).
public final class NetworkEstimate {
    /// A pipe is crowded if this part of something on its way is used.
    private static final double CROWDED = 0.9;

    /// Part of the connections on a resource, and number of them, that a step may add.
    private static final double STEP_PART = 0.25;

    private static final double STEP_LEAST = 3;

    /// Up to so many connections on a resource a step may go at once, and in long intervals farther.
    /// Fewer where the map tells no capacity of anything that they use: what they share would be full before
    /// anybody has seen what a connection carries by itself, and who sees it when it is full takes that for
    /// all that one can carry.
    private static final double STEP_FREE = 20;

    private static final double STEP_FREE_UNTOLD = 6;

    /// While less than this part of a limit would be used after the step, it may add more: at most this part.
    private static final double ROOMY = 0.7;

    private static final double MOST_STEP_PART = 1;

    /// The same where files cannot be ended: what is too many stays for as long as they take, or for good where
    /// nothing moves any more. The sooner it goes, the more may be tried: so much of the part that is gone within
    /// an interval, and this much at least.
    private static final double STEP_PART_STAYING = 0.15;

    private static final double STEP_PER_GONE = 0.6;

    /// How many it may add where somebody is held back, or may be.
    private static final double STEP_HELD = 2;

    /// Less than this part of what the map tells is carried where there is clearly room.
    private static final double ROOM_AS_TOLD = 0.8;

    /// A pipe whose connections carry less than this part of what they would by themselves is slow; and of what is
    /// nearly full this part of what is known is carried.
    private static final double SLOW = 0.75;

    private static final double NEARLY_FULL = 0.88;

    /// Capacities that differ by less than this part are the same.
    private static final double SAME = 1e-6;

    private final boolean learns;
    private final boolean lean;
    private final ConnectionRates rates = new ConnectionRates();
    private final CrowdedRates crowdedRates = new CrowdedRates();
    private final ResourceLoads loads = new ResourceLoads(rates);
    private final BottleneckTest bottlenecks;
    private final CommonDeterioration common = new CommonDeterioration();
    private final GrowthCheck growth = new GrowthCheck();
    private final GuaranteeRelief relief = new GuaranteeRelief();
    private final StandstillCheck standstill = new StandstillCheck();
    private final CarriedElsewhere elsewhere = new CarriedElsewhere();
    private PathIndex paths = PathIndex.none();
    private IntervalView view = IntervalView.none();
    private ResourceLimits shared = new ResourceLimits(0);
    private ResourceLimits own = new ResourceLimits(0);
    private double[] ownIndex = {};
    private boolean[] untold = {};
    private boolean[] owed = {};
    private boolean[] missing = {};
    private int firstRow;

    /// Whether resources were ever known to have a deterioration in common.
    private boolean costly;

    /// Whether connections were ever seen to cost something: in common, at a standstill, or on one resource.
    private boolean wearsOut;

    /// Whether a guarantee was ever short: what it lacks may seem something of its pipes' own.
    private boolean wasOwed;

    private NetworkEstimate(boolean learns, boolean lean) {
        this.learns = learns;
        this.lean = lean;
        bottlenecks = new BottleneckTest(rates, loads, new BottleneckCandidates(rates, loads, lean));
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
        if (view.pathsChanged() || ownIndex.length != view.size()) {
            adopt();
        }
        int size = view.size();
        boolean[] alone = new boolean[size];
        for (int i = 0; i < size; i++) {
            alone[i] = bottlenecks.isAlone(i);
        }
        rates.observe(view, alone);
        loads.sum(view);
        if (learns) {
            bottlenecks.test(view, this::likelyLimitBps, r -> shared.lines.isKnown(r) ? shared.lines.slopeBps(r) : 0);
            learnShared();
            learnCommon();
            learnOwn();
        }
        boolean[] refuted = new boolean[size];
        for (int i = 0; learns && i < size; i++) {
            refuted[i] = bottlenecks.isSlower(i);
        }
        boolean[] crowded = crowded();
        crowdedRates.observe(view, rates, crowded.clone());
        crowdByOwn(crowded);
        rates.learn(view, crowded, refuted);
        for (int i = 0; i < size; i++) {
            if (refuted[i]) {
                bottlenecks.corrected(i);
            }
        }
    }

    private void adopt() {
        Map<ResourceId, Integer> before = new HashMap<>();
        for (int r = 0; r < paths.resources(); r++) {
            before.put(paths.resource(r).id(), r);
        }
        paths = view.paths();
        ResourceLimits known = shared;
        shared = new ResourceLimits(paths.resources());
        for (int r = 0; r < paths.resources(); r++) {
            Integer old = before.get(paths.resource(r).id());
            double toldBps = paths.capacityBps(r);
            if (old != null && isSame(known.toldBps[old], toldBps)) {
                shared.copy(r, known, old);
            } else {
                shared.toldBps[r] = toldBps;
                shared.capacityBps[r] = toldBps;
                beginAsTold(r, toldBps);
            }
        }
        ResourceLimits ownBefore = own;
        double[] at = view.table().carry(ownIndex, -1);
        own = new ResourceLimits(view.size());
        ownIndex = new double[view.size()];
        for (int i = 0; i < ownIndex.length; i++) {
            if (at[i] >= 0) {
                own.copy(i, ownBefore, (int) at[i]);
            }
            ownIndex[i] = i;
        }
        bottlenecks.adopt(view);
        common.adopt(paths.resources());
        growth.adopt(paths);
        standstill.adopt(paths);
        relief.adopt(paths.resources());
        noteUntold();
        owed = new boolean[paths.resources()];
        missing = new boolean[paths.resources()];
    }

    /// Finds resources of which nobody uses anything that the map tells the capacity of.
    private void noteUntold() {
        untold = new boolean[paths.resources()];
        Arrays.fill(untold, true);
        for (int i = 0; i < view.size(); i++) {
            boolean told = false;
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                told |= isTold(paths.resourceAt(p));
            }
            for (int p = paths.pathStart(i); told && p < paths.pathEnd(i); p++) {
                untold[paths.resourceAt(p)] = false;
            }
        }
    }

    private static boolean isSame(double before, double now) {
        if (Double.isInfinite(before) || Double.isInfinite(now)) {
            return Double.isInfinite(before) && Double.isInfinite(now);
        }
        return Math.abs(before - now) <= SAME * now;
    }

    private void beginAsTold(int r, double toldBps) {
        Deterioration told = paths.deterioration(r);
        if (told.bpsPerConnection() > 0 && toldBps < Double.POSITIVE_INFINITY) {
            shared.lines.begin(r, told.fromConnections(), toldBps, 0.01 * toldBps, told.bpsPerConnection(), 0);
        }
    }

    private double limitBps(int r) {
        return shared.limitBps(r, loads.connections(r));
    }

    /// What a resource carries when it is full, for the question which of several holds a pipe back. A line follows the
    /// answer, so that a wrong one would confirm itself; the capacity, and what resources have in common, do not.
    private double likelyLimitBps(int r) {
        if (!isForetellable(r)) {
            return limitBps(r);
        }
        if (!common.isKnown()) {
            return shared.capacityBps[r];
        }
        double beyond = Math.max(0, loads.connections(r) - common.fromConnections());
        return shared.toldBps[r] * (1 - common.lossPerConnection() * beyond);
    }

    /// Whether the map tells its capacity, and no deterioration.
    private boolean isForetellable(int r) {
        return isTold(r) && !(paths.deterioration(r).bpsPerConnection() > 0);
    }

    /// Who may carry less per connection than by itself for something that it shares.
    private boolean[] crowded() {
        boolean[] crowded = new boolean[view.size()];
        for (int i = 0; i < crowded.length; i++) {
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                int r = paths.resourceAt(p);
                boolean used = loads.carriedBps(r) + loads.errorBps(r) > CROWDED * limitBps(r);
                crowded[i] |= used && loads.isTop(i, r);
            }
        }
        return crowded;
    }

    /// Adds who may for something of its own.
    private void crowdByOwn(boolean[] crowded) {
        for (int i = 0; i < crowded.length; i++) {
            boolean mayBe = learns && own.lines.isKnown(i) && bottlenecks.mayBeAlone(i);
            crowded[i] |= mayBe && loads.movedBps(i) > CROWDED * own.limitBps(i, view.connections()[i]);
        }
    }

    private void learnShared() {
        growth.begin(loads.movedBps(), view.connections());
        standstill.see(view, rates::rateBps);
        boolean[] ofSeveral = lean ? ofSeveral() : new boolean[0];
        for (int r = 0; r < paths.resources(); r++) {
            double n = loads.connections(r);
            shared.see(r, loads.carriedBps(r), loads.errorBps(r), loads.growth(r));
            boolean matters = view.filesStay() || missing[r];
            growth.see(r, loads.carriedBps(r), n, loads.errorBps(r), loads.aloneBps(r), matters);
            relieve(r, n);
            boolean seenFull = n > 0 && (bottlenecks.isFull(r) || isTogetherShort(r));
            if (lean) {
                boolean mayBeLean = shared.isDoubted(r) || isUsedByOne(r, ofSeveral);
                shared.lean.see(r, loads.carriedBps(r), capacityBps(r), seenFull, n > 0 && mayBeLean);
            }
            if (seenFull) {
                shared.learnFull(r, n, loads.carriedBps(r), loads.errorBps(r));
            } else if (n > 0 && !bottlenecks.isDoubted(r)) {
                shared.learnRoom(r, n, loads.carriedBps(r), loads.errorBps(r), !costly && !owed[r]);
            }
            // Where a line that was learnt limits the step, it is as full as it may be.
            boolean full = bottlenecks.isFull(r) || (shared.linePrice[r] > 0 && !shared.foretold[r]);
            shared.doubt(r, n > 0 && full && !mayBeAnother(r));
        }
    }

    /// What a resource carries when it is full: as was seen, or else as the map tells it. Infinite where nobody knows.
    private double capacityBps(int r) {
        return shared.lines.isKnown(r) ? shared.lines.limitBps(r, loads.connections(r)) : shared.toldBps[r];
    }

    /// Who is slow at all that it uses while several of these are nearly full: these together seem to hold it back.
    private boolean[] ofSeveral() {
        boolean[] ofSeveral = new boolean[view.size()];
        for (int i = 0; i < ofSeveral.length; i++) {
            if (!view.usable()[i] || rates.recentBps(i) >= SLOW * rates.rateBps(i)) {
                continue;
            }
            int full = 0;
            boolean top = false;
            for (int p = paths.pathStart(i); p < paths.pathEnd(i) && !top; p++) {
                int r = paths.resourceAt(p);
                full += loads.carriedBps(r) > NEARLY_FULL * limitBps(r) ? 1 : 0;
                top = loads.isTop(i, r);
            }
            ofSeveral[i] = full >= 2 && !top;
        }
        return ofSeveral;
    }

    private boolean isUsedByOne(int r, boolean[] pipes) {
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            if (pipes[paths.userAt(k)]) {
                return true;
            }
        }
        return false;
    }

    /// Whether all that use a resource together carry less than they would, for too long to be chance.
    private boolean isTogetherShort(int r) {
        double carriedBps = loads.carriedBps(r);
        double capacityBps = lean ? shared.trustedBps(r) : shared.toldBps[r];
        double wouldBps = PooledShortfall.mayShow(carriedBps, capacityBps) ? wouldCarryBps(r) : 0;
        if (!(wouldBps > 0)) {
            shared.shortfall.pass(r);
            return false;
        }
        return shared.shortfall.isFull(r, carriedBps, wouldBps, loads.errorBps(r));
    }

    /// What the connections on a resource would carry there if it held nobody back.
    private double wouldCarryBps(int r) {
        double wouldBps = 0;
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            int i = paths.userAt(k);
            if (view.busy()[i] && rates.rateBps(i) > 0) {
                wouldBps += usedBps(i, r) * view.connections()[i];
            }
        }
        return wouldBps;
    }

    private void relieve(int r, double n) {
        if (missing[r] && !view.filesStay() && growth.isWorse(r) && loads.isShared(r)) {
            relief.begin(r, growth.connections(r));
        }
        relief.see(r, owed[r], n, loads.carriedBps(r), loads.aloneBps(r));
    }

    /// Whether all that use a resource also use one of which nobody knows the capacity: then that may be what is full.
    private boolean mayBeAnother(int r) {
        int first = -1;
        for (int k = paths.usersStart(r); k < paths.usersEnd(r) && first < 0; k++) {
            first = view.busy()[paths.userAt(k)] ? paths.userAt(k) : -1;
        }
        for (int p = first < 0 ? 0 : paths.pathStart(first); first >= 0 && p < paths.pathEnd(first); p++) {
            int other = paths.resourceAt(p);
            if (shared.toldBps[other] == Double.POSITIVE_INFINITY && isOnAllOf(other, r)) {
                return true;
            }
        }
        return false;
    }

    /// Whether all busy pipes of one resource use another, too.
    private boolean isOnAllOf(int other, int r) {
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            int i = paths.userAt(k);
            boolean uses = !view.busy()[i];
            for (int p = paths.pathStart(i); p < paths.pathEnd(i) && !uses; p++) {
                uses = paths.resourceAt(p) == other;
            }
            if (!uses) {
                return false;
            }
        }
        return true;
    }

    /// What most resources have in common is expected of all of which the map does not tell it.
    private void learnCommon() {
        common.observe(view, rates, loads, shared.toldBps);
        costly |= common.isKnown();
        rates.countLong(common.isKnown());
        for (int r = 0; r < paths.resources(); r++) {
            if (common.isKnown() && isForetellable(r)) {
                shared.foretell(r, loads.connections(r), common);
            } else {
                shared.foretold[r] = false;
            }
        }
    }

    private void learnOwn() {
        for (int i = 0; i < view.size(); i++) {
            double n = view.connections()[i];
            if (!view.usable()[i] || !(n > 0)) {
                continue;
            }
            if (rates.isSlower(i) || bottlenecks.isSlower(i)) {
                own.lines.forget(i);
            } else if (bottlenecks.heldBy(i) == BottleneckTest.OWN) {
                own.learnFull(i, n, loads.movedBps(i), loads.movedErrorBps(i));
            } else if (bottlenecks.heldBy(i) == BottleneckTest.NOTHING) {
                own.learnRoom(i, n, loads.movedBps(i), loads.movedErrorBps(i), mayPass(i));
            }
        }
    }

    /// Whether a line of a pipe's own may have been learnt of something that has passed.
    private boolean mayPass(int pipe) {
        return own.lines.isKnown(pipe) && !costly && !wasOwed && hasClearRoom(pipe);
    }

    /// Whether the map tells all that a pipe uses, and none of it is nearly used.
    private boolean hasClearRoom(int pipe) {
        boolean room = paths.pathStart(pipe) < paths.pathEnd(pipe);
        for (int p = paths.pathStart(pipe); room && p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            double toldBps = shared.toldBps[r];
            room = toldBps < Double.POSITIVE_INFINITY && loads.carriedBps(r) < ROOM_AS_TOLD * toldBps;
        }
        return room;
    }

    /// What one connection of a pipe carries by itself, in bit/s; 0 where nothing was seen yet.
    public double rateBps(int pipe) {
        return rates.rateBps(pipe);
    }

    /// What one more connection of a pipe brings it, in bit/s: where several full resources hold it back no more
    /// than it uses where it uses most. Else it would be charged for what arrives and gain as if all of it did.
    public double gainBps(int pipe) {
        double aloneBps = rates.rateBps(pipe);
        if (!learns || !bottlenecks.mayBeHeldBySeveral(pipe)) {
            return aloneBps;
        }
        double mostBps = 0;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            mostBps = Math.max(mostBps, usedBps(pipe, paths.resourceAt(p)));
        }
        return mostBps > 0 ? mostBps : aloneBps;
    }

    /// Standard error of the throughput of an interval as a part of it; 0 where nothing was seen yet.
    public double noise(int pipe) {
        return rates.rateBps(pipe) > 0 ? rates.noise(pipe) : 0;
    }

    /// Whether a capacity or a line of a resource on its way had a price in the last step.
    public boolean sharesWhatIsFull(int pipe) {
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            if (shared.capacityPrice[r] > 0 || shared.linePrice[r] > 0) {
                return true;
            }
        }
        return false;
    }

    /// Whether a resource on its way carries less with more connections, none of which can be ended: none is to be
    /// added then, for whatever reason.
    public boolean isOnWornOut(int pipe) {
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            if (isWornOut(paths.resourceAt(p))) {
                return true;
            }
        }
        return false;
    }

    /// What a connection of a pipe carries by itself, in bit/s, where a resource on its way is worn out by connections
    /// while a guarantee is short: that is what fewer of them carry. Else 0.
    public double relievedBps(int pipe) {
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            if (relief.isActive(paths.resourceAt(p))) {
                return rates.rateBps(pipe);
            }
        }
        return 0;
    }

    /// What a connection of a pipe will carry, in bit/s, as soon as others give way, where something that it shares is
    /// nearly full. Else 0.
    public double freeBps(int pipe) {
        return crowdedRates.freeBps(pipe);
    }

    private boolean isWornOut(int r) {
        return view.filesStay() && growth.isWorse(r);
    }

    /// Capacities of the map that were refuted in the last intervals, in either direction.
    public List<DoubtedCapacity> doubts() {
        List<DoubtedCapacity> doubts = new ArrayList<>();
        for (int r = 0; r < paths.resources(); r++) {
            if (shared.isDoubted(r) && isForetellable(r)) {
                doubts.add(new DoubtedCapacity(
                        paths.resource(r).id(), shared.toldBps[r], shared.refutedBps[r], loads.connections(r)));
            }
        }
        return doubts;
    }

    /// Whether something holds a pipe back.
    public boolean isHeldBack(int pipe) {
        return rates.isHeldBack(pipe);
    }

    /// Adds the limits on n.
    public void addRows(StepRows rows) {
        firstRow = rows.size();
        noteOwed(rows);
        for (int r = 0; r < paths.resources(); r++) {
            addRow(rows, r, shared.capacityBps[r], 0, shared.capacityPrice[r]);
            if (shared.lines.isKnown(r)) {
                double slopeBps = shared.lines.slopeBps(r);
                addRow(rows, r, shared.lines.interceptBps(r), slopeBps, shared.linePrice[r]);
            } else {
                rows.begin(1, 0);
            }
        }
        if (learns) {
            addStepRows(rows);
            addOwnRows(rows);
        }
    }

    private void noteOwed(StepRows rows) {
        Arrays.fill(owed, false);
        Arrays.fill(missing, false);
        for (int i = 0; i < view.size(); i++) {
            wasOwed |= rows.isOwed(i);
            for (int p = paths.pathStart(i); rows.isOwed(i) && p < paths.pathEnd(i); p++) {
                owed[paths.resourceAt(p)] = true;
                missing[paths.resourceAt(p)] |= rows.isMissing(i);
            }
        }
    }

    private void addRow(StepRows rows, int r, double limitBps, double slopeBps, double price) {
        if (!(limitBps < Double.POSITIVE_INFINITY)) {
            rows.begin(1, 0);
            return;
        }
        rows.begin(shared.lean.part(r) * limitBps, price);
        rows.carried(shared.knownBps(r));
        rows.hard(slopeBps > 0);
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            int i = paths.userAt(k);
            if (view.busy()[i] && rates.rateBps(i) > 0) {
                rows.add(i, usedBps(i, r) + slopeBps);
            }
        }
    }

    /// What a connection of a pipe uses of a resource, in bit/s: all that it carries by itself, or, if something else
    /// holds the pipe back, what it carries there. Nobody needs room where nothing of it arrives. One that several
    /// resources hold back together uses of each as much as its part of what the fastest carry there, whichever is
    /// blamed: else others would make room for all of it, first at one of them and then at another.
    private double usedBps(int i, int r) {
        double aloneBps = rates.rateBps(i);
        double open = view.connections()[i];
        if (!learns || !(open > 0)) {
            return aloneBps;
        }
        double carriedBps = loads.movedBps(i) / open;
        if (bottlenecks.mayBeHeldBySeveral(i)) {
            return Math.min(aloneBps, carriedBps / Math.min(1, bottlenecks.topPart(r)));
        }
        return bottlenecks.isHeldElsewhere(i, r) ? Math.min(aloneBps, carriedBps) : aloneBps;
    }

    private void addStepRows(StepRows rows) {
        noteElsewhere();
        for (int r = 0; r < paths.resources(); r++) {
            double n = loads.connections(r);
            double most = mostConnections(r, n);
            double safe = common.isKnown() ? Double.POSITIVE_INFINITY : standstill.mostConnections();
            rows.begin(Math.min(most, safe), 0);
            rows.hard(safe < most);
            for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
                if (view.busy()[paths.userAt(k)]) {
                    rows.add(paths.userAt(k), 1);
                }
            }
        }
    }

    /// What resources of which the map tells the capacity carry, and hold nobody back; nothing where files do not stay,
    /// for there a step may lead farther by itself, and nothing once connections were seen to cost something.
    private void noteElsewhere() {
        elsewhere.clear(paths.resources());
        wearsOut |= costly || standstill.mostConnections() < Double.POSITIVE_INFINITY;
        for (int r = 0; r < paths.resources() && !wearsOut; r++) {
            wearsOut = growth.isWorse(r);
        }
        for (int r = 0; view.filesStay() && !wearsOut && r < paths.resources(); r++) {
            if (isTold(r) && loads.connections(r) > 0 && !bottlenecks.isFull(r) && !bottlenecks.isDoubted(r)) {
                elsewhere.add(loads.connections(r), loads.carriedBps(r) / limitBps(r));
            }
        }
        elsewhere.order();
    }

    private boolean isTold(int r) {
        return shared.toldBps[r] < Double.POSITIVE_INFINITY;
    }

    /// Where a step may lead to.
    private double mostConnections(int r, double n) {
        if (isWornOut(r)) {
            return growth.connections(r);
        }
        if (relief.isActive(r)) {
            return relief.connections(r);
        }
        double known = Math.max(n, shared.harmless[r]);
        if (bottlenecks.isFull(r) || bottlenecks.isDoubted(r)) {
            return known + STEP_HELD;
        }
        double fill = loads.carriedBps(r) / limitBps(r);
        double trusted =
                view.filesStay() ? Math.max(STEP_PART_STAYING, STEP_PER_GONE * (1 - view.stays())) : MOST_STEP_PART;
        double least = Math.min(trusted, STEP_PART);
        double part = fill > 0 ? Math.clamp(ROOMY / fill - 1, least, trusted) : least;
        double shown = isTold(r) ? elsewhere.mostConnections(n, fill) : 0;
        double free = untold[r] ? STEP_FREE_UNTOLD : STEP_FREE;
        return Math.max(Math.max(known, shown), Math.max(free * view.reach(), n + Math.max(STEP_LEAST, part * n)));
    }

    /// Nothing of its own is sought where several full resources explain what a pipe carries: such a line counts the
    /// connections as if each carried all that it can, and takes most of them. A pipe of which a guarantee is short
    /// has no line of its own either. What seems to be its own is more likely others that do not give way: full
    /// links leave the fastest connections least, and a line that follows would confirm itself.
    private void addOwnRows(StepRows rows) {
        for (int i = 0; i < view.size(); i++) {
            boolean ofItsOwn = bottlenecks.mayBeAlone(i) && !bottlenecks.mayBeHeldBySeveral(i);
            boolean known = own.lines.isKnown(i) && ofItsOwn && !rows.isOwed(i);
            if (known && view.busy()[i] && rates.rateBps(i) > 0) {
                rows.begin(own.lines.interceptBps(i), 0);
                rows.hard(own.lines.slopeBps(i) > 0);
                rows.add(i, rates.rateBps(i) + own.lines.slopeBps(i));
            }
        }
    }

    /// Whether a row that was added last only keeps a step from leading far where nobody has been.
    public boolean isCaution(int row) {
        int first = firstRow + 2 * paths.resources();
        int r = row - first;
        return learns && r >= 0 && r < paths.resources() && !bottlenecks.isFull(r) && !bottlenecks.isDoubted(r);
    }

    /// Remembers the prices that the step has found.
    public void remember(StepRows rows) {
        for (int r = 0; r < paths.resources(); r++) {
            shared.capacityPrice[r] = rows.priceToKeep(firstRow + 2 * r);
            shared.linePrice[r] = rows.priceToKeep(firstRow + 2 * r + 1);
        }
    }
}
