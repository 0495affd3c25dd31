// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.List;

/// Which pipe uses which resource, in both directions, as dense arrays: pipe `i` uses `resource[first[i]]` up to
/// `resource[first[i + 1] - 1]`, resource `r` is used by `user[firstUser[r]]` up to `user[firstUser[r + 1] - 1]`,
/// by rising index.
///
/// The arrays are read in inner loops and written by nobody.
final class PathGraph {
    final int[] first;
    final int[] resource;
    final int[] firstUser;
    final int[] user;

    /// @param paths per pipe the indexes of its resources, each at most once
    /// @param resources how many resources there are
    PathGraph(List<List<Integer>> paths, int resources) {
        this.first = new int[paths.size() + 1];
        this.firstUser = new int[resources + 1];
        for (int i = 0; i < paths.size(); i++) {
            first[i + 1] = first[i] + paths.get(i).size();
            for (int r : paths.get(i)) {
                firstUser[r + 1]++;
            }
        }
        for (int r = 0; r < resources; r++) {
            firstUser[r + 1] += firstUser[r];
        }
        this.resource = new int[first[paths.size()]];
        this.user = new int[resource.length];
        int[] next = firstUser.clone();
        for (int i = 0; i < paths.size(); i++) {
            int k = first[i];
            for (int r : paths.get(i)) {
                resource[k++] = r;
                user[next[r]++] = i;
            }
        }
    }

    int pipes() {
        return first.length - 1;
    }

    int resources() {
        return firstUser.length - 1;
    }
}
