// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.PipeObservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns relative weights into bounds, once per interval: on a contended resource each active user may take its
/// weighted max-min share (Bertsekas and Gallager, Data Networks, section 6.5.2) of what the resource carries.
///
/// Work-conserving: a user that does not take its share is counted with what it takes and a margin to grow, and the
/// others share the rest. The margin doubles while it is used and shrinks to 1 % of the resource while it is not; so
/// a user that begins to want more has its share after a few intervals. While somebody else has its least connections
/// only and reaches its bound with them, a user that does not use its margin may have no room to: then it grows too.
///
/// A guarantee comes before the weights: who is guaranteed more than its share has that, and the others share the rest.
/// That holds on the whole way of the pipes that are to keep it: what one needs for a guarantee elsewhere
/// ([GuaranteedPipes]) it has here, too.
///
/// What a resource carries is its capacity where that is known; else, and where it carries clearly more than that in
/// the mean, a little above the most that it was seen to carry lately. A resource of known capacity that is not
/// nearly full is not contended. Cost: O(pipes of the groups + users^2 per group).
final class RelativeShares {
    /// A resource of known capacity is contended from this part of it on.
    private static final double CONTENDED = 0.9;

    /// And until it carries less than this part.
    private static final double STILL_CONTENDED = 0.75;

    /// A user that takes this part of its bound wants more.
    private static final double AT_BOUND = 0.97;

    /// So much above its least number of connections a user has no more than these.
    private static final double NEARLY = 0.5;

    /// What carries so many times its capacity in the mean is told too small; less is noise.
    private static final double TOLD_TOO_SMALL = 1.05;

    /// What part of that mean the last interval is.
    private static final double OF_MEAN = 0.05;

    private static final double LEAST_MARGIN = 0.01;
    private static final double FIRST_MARGIN = 0.1;

    /// Who moves less and less with its least connections may be crowded out by those who get what it leaves: so what
    /// it moved is forgotten by this part per interval.
    private static final double FORGOTTEN = 0.02;

    /// Room above what is carried now: while that still rises, and when it does not.
    private static final double ROOM_RISING = 0.5;

    private static final double ROOM_STEADY = 0.02;

    /// What is left of the margin of who does not use it, and of who does not use it though there is room.
    private static final double LESS = 0.7;

    private static final double LESS_IN_ROOM = 0.2;

    /// Where all have been at their bounds for so many intervals there may be more than was carried: in one of
    /// so many there is room as if it rose. A user that something else limits would hold the others at their
    /// part of what it moves.
    private static final int HELD = 8;

    /// What is so many times what was seen before are reports of more than an interval, unless it is so again.
    private static final double ABSURD = 2;

    private static final class Memory {
        private double totalBps;
        private boolean wasAbsurd;
        private int held;

        /// Whether the bounds in force have room because all had been at theirs.
        private boolean roomy;
        private double meanBps;
        private boolean contended;
        private List<UserId> users = List.of();
        private double[] margin = {};
        private double[] usedBps = {};
        private double[] boundBps = {};

        /// What each user moves or moved lately, see [#FORGOTTEN].
        private double[] latelyBps = {};
    }

    private final Map<ResourceId, Memory> memories = new HashMap<>();

    /// The bounds of this interval.
    ///
    /// @param constraints the guarantees, among others; what is no guarantee does not matter here
    List<Constraint> of(List<ShareGroup> groups, List<Constraint> constraints, List<PipeObservation> pipes) {
        if (groups.isEmpty()) {
            memories.clear();
            return List.of();
        }
        GuaranteedPipes guarantees = new GuaranteedPipes(constraints, pipes);
        List<Constraint> shares = new ArrayList<>();
        Set<ResourceId> present = new HashSet<>();
        for (ShareGroup group : groups) {
            present.add(group.resource());
            Memory memory = memories.computeIfAbsent(group.resource(), id -> new Memory());
            share(group, pipes, guarantees, memory, shares);
        }
        memories.keySet().retainAll(present);
        return List.copyOf(shares);
    }

    private static void share(
            ShareGroup group,
            List<PipeObservation> pipes,
            GuaranteedPipes guarantees,
            Memory memory,
            List<Constraint> shares) {
        int users = group.members().size();
        double[] used = new double[users];
        double[] guaranteed = new double[users];
        boolean[] active = new boolean[users];
        boolean[] atLeast = new boolean[users];
        double total = 0;
        int activeUsers = 0;
        for (int u = 0; u < users; u++) {
            double beyondLeast = 0;
            boolean waits = false;
            for (int i : group.members().get(u).pipes()) {
                PipeObservation pipe = pipes.get(i);
                used[u] += pipe.throughputBps();
                active[u] |= pipe.hasWork();
                waits |= pipe.queuedTransfers() > 0;
                beyondLeast += Math.max(
                        0, pipe.meanActiveConnections() - pipe.pipe().limits().minConnections());
            }
            guaranteed[u] = guarantees.neededBps(group.members().get(u), group.resource());
            atLeast[u] = waits && beyondLeast < NEARLY;
            total += used[u];
            activeUsers += active[u] ? 1 : 0;
        }
        List<UserId> who = group.members().stream().map(ShareGroup.Member::user).toList();
        if (!memory.users.equals(who)) {
            memory.users = who;
            memory.margin = filled(users, FIRST_MARGIN);
            memory.usedBps = used.clone();
            memory.boundBps = filled(users, 0);
            memory.latelyBps = used.clone();
        }
        memory.wasAbsurd = !memory.wasAbsurd
                && memory.totalBps > 0
                && total > ABSURD * memory.totalBps
                && areBound(active, memory.boundBps);
        if (memory.wasAbsurd) {
            bound(group, active, memory.boundBps, shares);
            return;
        }
        boolean rising = total > (1 + ROOM_STEADY) * memory.totalBps;
        memory.totalBps = Math.max(total, (1 - ROOM_STEADY) * memory.totalBps);
        memory.held = isHeld(used, active, memory) ? memory.held + 1 : 0;
        boolean tries = memory.held > 0 && memory.held % HELD == 0;
        boolean roomy = rising || tries;
        double room = (1 + (roomy ? ROOM_RISING : ROOM_STEADY)) * memory.totalBps;
        double toldBps = group.capacityBps().orElse(0);
        memory.meanBps += memory.meanBps > 0 ? OF_MEAN * (total - memory.meanBps) : Math.min(total, toldBps);
        boolean isTold = group.capacityBps().isPresent() && memory.meanBps <= TOLD_TOO_SMALL * toldBps;
        double carriedBps = isTold ? toldBps : Math.max(toldBps, room);
        boolean idle = group.capacityBps().isPresent()
                && total
                        < (memory.contended ? STILL_CONTENDED : CONTENDED)
                                * group.capacityBps().getAsDouble();
        memory.contended = !idle;
        if (activeUsers < 2 || idle || !(carriedBps > 0)) {
            memory.boundBps = filled(users, 0);
            memory.usedBps = used;
            memory.latelyBps = used.clone();
            return;
        }
        double[] demand = demands(used, active, atLeast, memory, carriedBps);
        memory.roomy = !isTold && (tries || (memory.roomy && rising));
        double[] bound = fill(group, active, guaranteed, demand, carriedBps);
        bound(group, active, bound, shares);
        memory.boundBps = bound;
        memory.usedBps = used;
    }

    /// Whether each active user has a bound, which can stay for one interval more.
    private static boolean areBound(boolean[] active, double[] boundBps) {
        for (int u = 0; u < active.length; u++) {
            if (active[u] && !(boundBps[u] > 0)) {
                return false;
            }
        }
        return true;
    }

    private static void bound(ShareGroup group, boolean[] active, double[] boundBps, List<Constraint> shares) {
        for (int u = 0; u < active.length; u++) {
            if (active[u] && boundBps[u] > 0) {
                ShareGroup.Member member = group.members().get(u);
                shares.add(new Constraint(
                        ConstraintKind.SHARE, member.user(), group.resource(), boundBps[u], member.pipes()));
            }
        }
    }

    private static double[] demands(
            double[] used, boolean[] active, boolean[] atLeast, Memory memory, double carriedBps) {
        double[] demand = new double[used.length];
        int filling = 0;
        for (int u = 0; u < used.length; u++) {
            filling += atLeast[u] && isAtBound(u, used, memory) ? 1 : 0;
        }
        for (int u = 0; u < used.length; u++) {
            if (!active[u]) {
                memory.latelyBps[u] = used[u];
                continue;
            }
            boolean atBound = isAtBound(u, used, memory);
            boolean crowdedOut = filling > (atLeast[u] && atBound ? 1 : 0);
            boolean growing = used[u] - memory.usedBps[u] > memory.margin[u] * carriedBps / 2;
            double less = memory.roomy ? LESS_IN_ROOM : LESS;
            memory.margin[u] =
                    Math.clamp((atBound || growing || crowdedOut ? 2 : less) * memory.margin[u], LEAST_MARGIN, 1);
            memory.latelyBps[u] = Math.max(used[u], atLeast[u] ? (1 - FORGOTTEN) * memory.latelyBps[u] : 0);
            demand[u] = memory.latelyBps[u] + memory.margin[u] * carriedBps;
        }
        return demand;
    }

    /// Whether every active user moves what its bound lets it.
    private static boolean isHeld(double[] used, boolean[] active, Memory memory) {
        for (int u = 0; u < used.length; u++) {
            if (active[u] && !isAtBound(u, used, memory)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAtBound(int u, double[] used, Memory memory) {
        return memory.boundBps[u] > 0 && used[u] >= AT_BOUND * memory.boundBps[u];
    }

    /// Water-filling: the level rises until all is given; a user whose demand is met takes no more.
    private static double[] fill(
            ShareGroup group, boolean[] active, double[] guaranteed, double[] demand, double carriedBps) {
        int users = demand.length;
        double[] bound = new double[users];
        boolean[] met = new boolean[users];
        double left = giveGuaranteed(group, active, guaranteed, demand, bound, met, carriedBps);
        while (true) {
            double weights = weights(group, active, met);
            if (!(weights > 0)) {
                break;
            }
            double level = left / weights;
            boolean anyMet = false;
            for (int u = 0; u < users; u++) {
                if (active[u]
                        && !met[u]
                        && demand[u] <= level * group.members().get(u).weight()) {
                    bound[u] = demand[u];
                    left -= demand[u];
                    met[u] = true;
                    anyMet = true;
                }
            }
            if (!anyMet) {
                for (int u = 0; u < users; u++) {
                    if (active[u] && !met[u]) {
                        bound[u] = level * group.members().get(u).weight();
                    }
                }
                return bound;
            }
        }
        spread(group, active, bound, Math.max(0, left));
        return bound;
    }

    /// The weights of those who are active and not met yet.
    private static double weights(ShareGroup group, boolean[] active, boolean[] met) {
        double weights = 0;
        for (int u = 0; u < active.length; u++) {
            weights += active[u] && !met[u] ? group.members().get(u).weight() : 0;
        }
        return weights;
    }

    /// Who is guaranteed more than its share by weight has that; the others share the rest, which is never nothing:
    /// who may have nothing would be held by no bound.
    ///
    /// @return what is left for them
    private static double giveGuaranteed(
            ShareGroup group,
            boolean[] active,
            double[] guaranteed,
            double[] demand,
            double[] bound,
            boolean[] met,
            double carriedBps) {
        double left = carriedBps;
        boolean more = true;
        while (more) {
            more = false;
            double weights = weights(group, active, met);
            for (int u = 0; u < bound.length; u++) {
                ShareGroup.Member member = group.members().get(u);
                if (active[u] && !met[u] && guaranteed[u] > left * member.weight() / weights) {
                    bound[u] = guaranteed[u];
                    left = Math.max(LEAST_MARGIN * carriedBps, left - Math.min(demand[u], bound[u]));
                    met[u] = true;
                    more = true;
                    break;
                }
            }
        }
        return left;
    }

    /// What nobody asks for is free for all.
    private static void spread(ShareGroup group, boolean[] active, double[] bound, double leftBps) {
        double weights = weights(group, active, new boolean[bound.length]);
        for (int u = 0; u < bound.length; u++) {
            if (active[u]) {
                // Somebody is active, and weights are positive.
                bound[u] += leftBps * group.members().get(u).weight() / weights;
            }
        }
    }

    private static double[] filled(int length, double value) {
        double[] array = new double[length];
        Arrays.fill(array, value);
        return array;
    }
}
