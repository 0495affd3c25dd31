// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import java.util.Arrays;

/// What resources carry at most, as the map tells it and as measurements have changed that: a capacity, and where one
/// was full a line ([CapacityLines]). Either gives way in both directions.
///
/// A limit that is reached while nobody is held back there is raised, by more each time. Storages report every one to
/// five seconds, so that in one interval a third more may seem to move than in the next; the greatest of such values is
/// none that was carried. So it is the mean of the last few intervals that refutes a capacity, and what was believed
/// beyond the map's fades where it is not used. Used by one thread.
final class ResourceLimits {
    /// A limit of which this part is used is looked at.
    private static final double NEAR = 0.96;

    /// By how much a limit that is reached while nobody is held back is raised: first, at most, and a capacity of the
    /// map at most.
    private static final double FIRST_RAISE = 0.01;

    private static final double MOST_RAISE = 0.1;
    private static final double MOST_CAPACITY_RAISE = 0.08;

    /// By how much a stale line is raised, first and at most, and by which part it becomes flatter each time.
    private static final double FIRST_STALE_RAISE = 0.1;

    private static final double MOST_STALE_RAISE = 0.3;
    private static final double STALE_FLATTER = 0.2;

    /// Where the map tells too little and nobody was ever held back, what connections ask for may be raised by
    /// more at once, up to so much of what is carried, as long as that is this part of it: those that were asked
    /// for are not all there yet, and those that others hold back carry less. The map tells too little if more was
    /// carried, in so many more intervals than not: one is enough, for that was a mean.
    private static final double BEYOND_TOLD = 1.02;

    private static final int SOON_REFUTED = 1;

    private static final double REFUTED_RAISE = 0.2;
    private static final double MOST_ASKED = 1.3;
    private static final double LEAST_CARRIED = 0.7;

    /// What is left per interval of the most connections that were seen to do no harm.
    private static final double HARMLESS_FADES = 0.99;

    /// A loss of more than this part of the capacity is taken for deterioration, and how steep it is then, over that
    /// from zero connections on.
    private static final double CLEAR_LOSS = 0.03;

    private static final double STEEPER = 1.5;

    /// How steep something of which nobody knows the capacity is expected to be: part of what a connection carries.
    private static final double USUAL_SLOPE = 0.3;

    /// A line by which one connection more would leave less than this part of what is carried, where nobody is held
    /// back, was learnt by mistake. It has room for none, and would never be reached.
    private static final double BELIEVABLE = 0.5;

    /// A difference of so many standard errors counts.
    private static final double ERRORS = 3;

    /// How far a capacity may be off where the common deterioration foretells it, in parts of it; and the slope.
    private static final double FORETOLD_ERROR = 0.03;

    private static final double FORETOLD_SLOPE_ERROR = 0.3;

    /// A line is as foretold when it is so near, from so many connections before the knee on.
    private static final double AS_FORETOLD = 0.08;

    private static final double BEFORE_KNEE = 2;

    /// By how much of what is missing a line goes towards what is foretold per interval: its slope, and, where it is as
    /// foretold, its height.
    private static final double TO_SLOPE = 0.3;

    private static final double TO_HEIGHT = 0.2;

    /// A limit that is as foretold is tried in one of so many intervals.
    private static final int TRIES = 9;

    /// Weight of the newest interval in the mean that a capacity is measured by: all of it where its error is less than
    /// this part, else by the square of that, and this much at least.
    private static final double EXACT = 0.05;

    private static final double LEAST_WEIGHT = 0.3;

    /// What is beyond the map's capacity and not used to this part fades by so much per interval.
    private static final double USED = 0.96;

    private static final double FADES = 0.1;

    /// What is moved refutes a capacity if it is more by this part, or less by that part although the resource is full,
    /// and that in so many more intervals than not.
    private static final double MORE = 0.05;

    private static final double LESS = 0.1;
    private static final int REFUTED = 5;
    private static final int MOST_REFUTED = 10;

    /// Weight of the newest interval in the mean of what is carried when it is full.
    private static final double NEWEST_FULL = 0.25;

    final CapacityLines lines;
    private final StaleLines stale;
    final PooledShortfall shortfall;
    final LeanLimits lean;
    final double[] toldBps;
    final double[] capacityBps;
    final double[] raise;
    final double[] meanBps;
    final double[] roomyBps;
    final double[] roomyConnections;
    final double[] harmless;
    final boolean[] foretold;
    final int[] waited;
    final double[] linePrice;
    final double[] capacityPrice;

    /// Intervals that refute the capacity of the map, less those that do not: above zero because more is moved, below
    /// it because less is.
    final int[] refuting;

    /// What was carried when the capacity was refuted last.
    final double[] refutedBps;

    /// What was carried when it was full, in the mean of late; 0 if it never was.
    private final double[] fullBps;

    ResourceLimits(int size) {
        lines = new CapacityLines(size);
        stale = new StaleLines(size);
        shortfall = new PooledShortfall(size);
        lean = new LeanLimits(size);
        toldBps = new double[size];
        capacityBps = new double[size];
        raise = new double[size];
        meanBps = new double[size];
        roomyBps = new double[size];
        roomyConnections = new double[size];
        harmless = new double[size];
        foretold = new boolean[size];
        waited = new int[size];
        linePrice = new double[size];
        capacityPrice = new double[size];
        refuting = new int[size];
        refutedBps = new double[size];
        fullBps = new double[size];
        Arrays.fill(toldBps, Double.POSITIVE_INFINITY);
        Arrays.fill(capacityBps, Double.POSITIVE_INFINITY);
        Arrays.fill(raise, FIRST_RAISE);
    }

    void copy(int r, ResourceLimits from, int other) {
        lines.copy(r, from.lines, other);
        stale.copy(r, from.stale, other);
        shortfall.copy(r, from.shortfall, other);
        lean.copy(r, from.lean, other);
        toldBps[r] = from.toldBps[other];
        capacityBps[r] = from.capacityBps[other];
        raise[r] = from.raise[other];
        meanBps[r] = from.meanBps[other];
        roomyBps[r] = from.roomyBps[other];
        roomyConnections[r] = from.roomyConnections[other];
        harmless[r] = from.harmless[other];
        foretold[r] = from.foretold[other];
        waited[r] = from.waited[other];
        linePrice[r] = from.linePrice[other];
        capacityPrice[r] = from.capacityPrice[other];
        refuting[r] = from.refuting[other];
        refutedBps[r] = from.refutedBps[other];
        fullBps[r] = from.fullBps[other];
    }

    /// The map tells a little more or less than before: what was found about the capacity counts for the new one.
    ///
    /// @param line whether it tells a line, too, which is there: that one moves with the capacity
    void tell(int r, double newToldBps, boolean line) {
        if (newToldBps != toldBps[r]) {
            if (line && lines.isKnown(r)) {
                lines.lift(r, newToldBps - toldBps[r]);
            }
            capacityBps[r] *= newToldBps / toldBps[r];
            toldBps[r] = newToldBps;
        }
    }

    double limitBps(int r, double connections) {
        return lines.isKnown(r) ? Math.min(capacityBps[r], lines.limitBps(r, connections)) : capacityBps[r];
    }

    /// What it carries as map and measurements have shown it, without what is believed beyond to find out; infinite
    /// where the map tells nothing.
    double knownBps(int r) {
        return Math.max(toldBps[r], meanBps[r]);
    }

    /// It carried so much, full or not. What was carried before is compared as if as many connections had been there:
    /// else a mean would lag behind all that grows, and hardly ever refute anything. For the same reason it
    /// begins with what was carried first, not with nothing.
    ///
    /// @param growth how many times as much these connections carry as those of the interval before would; nothing
    ///     beyond what was carried is made of it, for where a resource is full more of them carry no more
    void see(int r, double carriedBps, double errorBps, double growth) {
        if (!Double.isFinite(meanBps[r]) || meanBps[r] == 0) {
            meanBps[r] = carriedBps;
        }
        double mostBps = Math.max(meanBps[r], carriedBps);
        meanBps[r] = Math.max(Math.min(meanBps[r], carriedBps), Math.min(growth * meanBps[r], mostBps));
        double exact = EXACT * carriedBps / Math.max(errorBps, Double.MIN_NORMAL);
        meanBps[r] += Math.clamp(exact * exact, LEAST_WEIGHT, 1) * (carriedBps - meanBps[r]);
        double believed = Math.max(toldBps[r], meanBps[r]);
        if (believed < USED * capacityBps[r]) {
            capacityBps[r] += FADES * (believed - capacityBps[r]);
        }
    }

    /// Holds the capacity of the map against what was carried in the last few intervals. An interval in which it was
    /// neither full nor carried what would contradict an earlier doubt says nothing.
    ///
    /// @param full whether it was full
    void doubt(int r, boolean full) {
        boolean more = meanBps[r] > (1 + MORE) * toldBps[r];
        boolean less = meanBps[r] < (1 - LESS) * toldBps[r];
        int says = more ? 1 : full && less ? -1 : 0;
        boolean contrary = refuting[r] > 0 ? full && !more : !less;
        if (says != 0) {
            refutedBps[r] = meanBps[r];
            refuting[r] = says * refuting[r] < 0 ? says : Math.clamp(refuting[r] + says, -MOST_REFUTED, MOST_REFUTED);
        } else if (contrary) {
            refuting[r] -= Integer.signum(refuting[r]);
        }
    }

    /// What it carries when it is full, in bit/s, by what can be trusted: the map, or what was seen if that is less and
    /// the map was refuted. Infinite where nobody knows.
    double trustedBps(int r) {
        return isDoubted(r) && fullBps[r] > 0 ? Math.min(toldBps[r], fullBps[r]) : toldBps[r];
    }

    /// Whether the capacity of the map was refuted for several intervals.
    boolean isDoubted(int r) {
        return toldBps[r] < Double.POSITIVE_INFINITY && Math.abs(refuting[r]) >= REFUTED;
    }

    /// It is full with so many connections.
    void learnFull(int r, double connections, double carriedBps, double errorBps) {
        raise[r] = FIRST_RAISE;
        fullBps[r] = fullBps[r] > 0 ? fullBps[r] + NEWEST_FULL * (carriedBps - fullBps[r]) : carriedBps;
        stale.holdBack(r, carriedBps);
        harmless[r] = connections;
        if (lines.isKnown(r)) {
            lines.learn(r, connections, carriedBps, errorBps);
        } else {
            begin(r, connections, carriedBps, errorBps);
        }
        if (lines.isKnown(r) && roomyBps[r] - carriedBps > ERRORS * errorBps) {
            lines.keepAbove(r, roomyConnections[r], roomyBps[r]);
        }
    }

    /// What carries it has changed: neither its line nor what was seen beside it tells anything of now.
    void forget(int r) {
        lines.forget(r);
        roomyBps[r] = 0;
        fullBps[r] = 0;
    }

    /// How steep a new line is can only be guessed: where less is carried than the map says, connections cost it.
    private void begin(int r, double connections, double carriedBps, double errorBps) {
        double unit = carriedBps / connections;
        boolean told = capacityBps[r] < Double.POSITIVE_INFINITY;
        double lost = told ? 1 - carriedBps / capacityBps[r] : 0;
        double slope = told ? 0 : USUAL_SLOPE * unit;
        if (lost > CLEAR_LOSS) {
            slope = STEEPER * lost * capacityBps[r] / connections;
        }
        lines.begin(r, connections, carriedBps, errorBps, slope, Math.max(slope, unit));
    }

    /// It is not full with so many connections.
    ///
    /// @param mayPass whether a line far below the map's capacity may have been learnt of something that has passed
    void learnRoom(int r, double connections, double carriedBps, double errorBps, boolean mayPass) {
        harmless[r] = Math.max(connections, HARMLESS_FADES * harmless[r]);
        roomyBps[r] = carriedBps;
        roomyConnections[r] = connections;
        if (lines.isKnown(r) && lines.limitBps(r, connections + 1) < BELIEVABLE * carriedBps) {
            lines.forget(r);
        }
        double limitBps = limitBps(r, connections);
        boolean reached = carriedBps + errorBps > NEAR * limitBps;
        // Connections are whole: where they are few, a limit that has no room for one more is never reached.
        boolean noRoom = lines.isKnown(r) && carriedBps + carriedBps / connections > limitBps;
        boolean asked = capacityPrice[r] > 0
                && !lines.isKnown(r)
                && refuting[r] >= SOON_REFUTED
                && meanBps[r] > Math.max(BEYOND_TOLD * toldBps[r], LEAST_CARRIED * capacityBps[r]);
        if (!reached && !noRoom && !asked) {
            return;
        }
        if (foretold[r] && ++waited[r] % TRIES != 0) {
            return;
        }
        boolean isStale = mayPass && lines.isKnown(r) && stale.reach(r, limitBps, toldBps[r], carriedBps);
        if (isStale) {
            raise[r] = Math.max(FIRST_STALE_RAISE, raise[r]);
        }
        if (lines.isKnown(r)) {
            if (carriedBps > lines.limitBps(r, connections)) {
                lines.learn(r, connections, carriedBps, errorBps);
            }
            lines.raise(r, connections, (1 + raise[r]) * (reached ? carriedBps : limitBps));
        }
        if (isStale) {
            lines.turn(r, 0, STALE_FLATTER);
        }
        if (reached) {
            double part = Math.min(raise[r], MOST_CAPACITY_RAISE);
            capacityBps[r] = Math.max(capacityBps[r], (1 + part) * Math.min(carriedBps, meanBps[r]));
        }
        if (asked) {
            double askedBps = Math.min((1 + REFUTED_RAISE) * capacityBps[r], MOST_ASKED * meanBps[r]);
            capacityBps[r] = Math.max(capacityBps[r], askedBps);
        }
        raise[r] = asked ? REFUTED_RAISE : Math.min(isStale ? MOST_STALE_RAISE : MOST_RAISE, 2 * raise[r]);
    }

    /// Brings its line nearer to the deterioration that resources have in common.
    void foretell(int r, double connections, CommonDeterioration common) {
        double capacity = toldBps[r];
        double slope = common.lossPerConnection() * capacity;
        double knee = common.fromConnections();
        if (!lines.isKnown(r)) {
            lines.begin(r, knee, capacity, FORETOLD_ERROR * capacity, slope, FORETOLD_SLOPE_ERROR * slope);
            foretold[r] = true;
            return;
        }
        lines.turn(r, slope, TO_SLOPE);
        double missing = capacity - slope * Math.max(0, connections - knee) - lines.limitBps(r, connections);
        foretold[r] = connections > knee - BEFORE_KNEE && Math.abs(missing) < AS_FORETOLD * capacity;
        if (foretold[r]) {
            lines.lift(r, TO_HEIGHT * missing);
        }
    }
}
