// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Says where each resource was in the paths before, as [PipeTable] does for pipes: so that what is remembered of
/// resources can lie in arrays, although pipes come and go and the map changes. Cost: O(total path length) when paths
/// change, else none.
public final class ResourceTable {
    private PathIndex before = PathIndex.none();
    private PathIndex now = PathIndex.none();
    private PipeTable pipes = new PipeTable();
    private int[] previous = {};
    private int[] next = {};

    /// Per resource what the map told when that was last clearly something else, in bit/s: small changes add up.
    private double[] sinceBps = {};

    private boolean[] toldTheSame = {};
    private boolean changed;

    /// Takes over the paths of an observation, after the pipes were.
    @SuppressWarnings("ReferenceEquality") // the same paths again is the usual case
    void sync(PathIndex paths, PipeTable table) {
        changed = paths != now;
        if (!changed) {
            return;
        }
        pipes = table;
        before = now;
        now = paths;
        Map<ResourceId, Integer> known = new HashMap<>();
        for (int r = 0; r < before.resources(); r++) {
            known.put(before.resource(r).id(), r);
        }
        next = new int[before.resources()];
        Arrays.fill(next, -1);
        previous = new int[now.resources()];
        for (int r = 0; r < previous.length; r++) {
            previous[r] = known.getOrDefault(now.resource(r).id(), -1);
            if (previous[r] >= 0) {
                next[previous[r]] = r;
            }
        }
        compare();
    }

    private void compare() {
        double[] sinceBefore = sinceBps;
        sinceBps = new double[previous.length];
        toldTheSame = new boolean[previous.length];
        for (int r = 0; r < previous.length; r++) {
            int was = previous[r];
            toldTheSame[r] = was >= 0
                    && before.deterioration(was).equals(now.deterioration(r))
                    && Resource.isHardlyChanged(sinceBefore[was], now.capacityBps(r));
            sinceBps[r] = toldTheSame[r] ? sinceBefore[was] : now.capacityBps(r);
        }
    }

    /// The paths before, where they are others now.
    public PathIndex pathsBefore() {
        return changed ? before : now;
    }

    /// The index that a resource had before; -1 for a new one.
    public int before(int resource) {
        return changed ? previous[resource] : resource;
    }

    /// The index that a resource of before has now; -1 for one that no pipe uses any more.
    public int after(int resource) {
        return changed ? next[resource] : resource;
    }

    /// Whether a resource was there before, and the map tells of it what it did or hardly anything else.
    public boolean isToldTheSame(int resource) {
        return !changed || toldTheSame[resource];
    }

    /// Whether a pipe was there before and used the same resources, whatever the map told of them.
    public boolean isSameWay(int pipe) {
        if (!changed) {
            return true;
        }
        int was = pipes.before(pipe);
        if (was < 0 || was >= before.pipes()) {
            return false;
        }
        int length = now.pathEnd(pipe) - now.pathStart(pipe);
        boolean same = length == before.pathEnd(was) - before.pathStart(was);
        for (int k = 0; same && k < length; k++) {
            same = previous[now.resourceAt(now.pathStart(pipe) + k)] == before.resourceAt(before.pathStart(was) + k);
        }
        return same;
    }

    /// The values of an array by the indexes before, in the order of the indexes now; `absent` for new resources.
    public double[] carry(double[] values, double absent) {
        if (!changed) {
            return values;
        }
        double[] carried = new double[previous.length];
        for (int r = 0; r < carried.length; r++) {
            carried[r] = previous[r] < 0 ? absent : values[previous[r]];
        }
        return carried;
    }

    /// As the other one, for whole numbers.
    public int[] carry(int[] values, int absent) {
        if (!changed) {
            return values;
        }
        int[] carried = new int[previous.length];
        for (int r = 0; r < carried.length; r++) {
            carried[r] = previous[r] < 0 ? absent : values[previous[r]];
        }
        return carried;
    }

    /// As the other ones, for marks.
    public boolean[] carry(boolean[] values, boolean absent) {
        if (!changed) {
            return values;
        }
        boolean[] carried = new boolean[previous.length];
        for (int r = 0; r < carried.length; r++) {
            carried[r] = previous[r] < 0 ? absent : values[previous[r]];
        }
        return carried;
    }
}
