// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import java.util.Arrays;

/// Fills resources with as few connections as will do where pipes over several full ones use them, or where the map is
/// wrong.
///
/// Over k full links TCP gives a connection about the k-th part of what it gives one over a single link. While links
/// are just full it gives it more, up to all that it can carry. So the last connections on a link bring hardly
/// anything and cost much: pipes over several links need up to k times as many for the same throughput, and these
/// crowd the links further. What a connection carries by itself does not tell it, for that is followed down where it
/// is crowded. But whether a link still carries as much with a little less asked of it, can be tried: the limit of a
/// resource is lowered step by step as long as it does, and raised twice as fast when it does not.
///
/// Where the map tells a wrong capacity, many connections were open before that was found out, and what a connection
/// carries was learnt where they crowded it: then just as many seem to be needed. Fewer show how much each really
/// carries.
///
/// It is tried only where what is carried is about what the resource is known to carry, and it was seen to be full, or
/// stayed so for some intervals. Used by one thread. Cost: O(1) per resource and interval.
final class LeanLimits {
    /// A resource carries as much as before with this part of the most of late.
    private static final double AS_MUCH = 0.98;

    /// By how much a limit is lowered per interval, how many times as fast it is raised, and how far it goes down.
    private static final double STEP = 0.01;

    private static final double BACK = 2;
    private static final double LEAST = 0.92;

    /// Where it does not apply any more a limit comes back by so much per interval.
    private static final double FADES = 0.02;

    /// Weight of the newest interval in the mean that is compared, and by what part of the difference the most of it
    /// comes down per interval where nothing less is asked for: else a limit would follow what it brought about.
    private static final double NEWEST = 0.25;

    private static final double MOST_FADES = 0.1;

    /// So much of what is known is carried: at least, and at most.
    private static final double USED = 0.85;

    private static final double REFUTED = 1.05;

    /// After so many such intervals it is full without having been seen to be: one that is told too small carries more
    /// before.
    private static final int STAYED = 5;

    /// Weight of the newest interval in how often there was a reason, and from when on that counts.
    private static final double NEWEST_REASON = 0.2;

    private static final double OFTEN = 0.3;

    private final double[] part;
    private final double[] meanBps;
    private final double[] mostBps;
    private final double[] reasons;
    private final boolean[] wasFull;
    private final int[] stayed;

    /// @param size how many resources
    LeanLimits(int size) {
        part = new double[size];
        meanBps = new double[size];
        mostBps = new double[size];
        reasons = new double[size];
        wasFull = new boolean[size];
        stayed = new int[size];
        Arrays.fill(part, 1);
    }

    void copy(int r, LeanLimits from, int other) {
        part[r] = from.part[other];
        meanBps[r] = from.meanBps[other];
        mostBps[r] = from.mostBps[other];
        reasons[r] = from.reasons[other];
        wasFull[r] = from.wasFull[other];
        stayed[r] = from.stayed[other];
    }

    /// Takes in an interval.
    ///
    /// @param carriedBps what arrived over the resource, in bit/s
    /// @param capacityBps what it carries when it is full, as far as is known, in bit/s; infinite if nothing is
    /// @param full whether it was seen to be full
    /// @param reason whether fewer connections may do: a pipe uses it that several full resources seem to hold
    ///     back, or the map's capacity is refuted
    void see(int r, double carriedBps, double capacityBps, boolean full, boolean reason) {
        reasons[r] += NEWEST_REASON * ((reason ? 1 : 0) - reasons[r]);
        boolean nearlyUsed = carriedBps >= USED * capacityBps && carriedBps <= REFUTED * capacityBps;
        stayed[r] = nearlyUsed ? Math.min(STAYED, stayed[r] + 1) : 0;
        wasFull[r] = nearlyUsed && (full || wasFull[r] || (reason && stayed[r] >= STAYED));
        meanBps[r] = meanBps[r] > 0 ? meanBps[r] + NEWEST * (carriedBps - meanBps[r]) : carriedBps;
        if (part[r] >= 1) {
            mostBps[r] += MOST_FADES * (meanBps[r] - mostBps[r]);
        }
        mostBps[r] = Math.max(mostBps[r], Math.min(capacityBps, meanBps[r]));
        if (!Double.isFinite(meanBps[r]) || !Double.isFinite(mostBps[r])) {
            meanBps[r] = 0;
            mostBps[r] = 0;
        }
        if (!wasFull[r] || reasons[r] <= OFTEN) {
            part[r] = Math.min(1, part[r] + FADES);
            return;
        }
        boolean asMuch = meanBps[r] >= AS_MUCH * mostBps[r];
        part[r] = Math.clamp(part[r] * (asMuch ? 1 - STEP : 1 + BACK * STEP), LEAST, 1);
    }

    /// The part of its limit that is asked of a resource; 1 where nothing is tried.
    double part(int r) {
        return part[r];
    }
}
