// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which pipe uses which resource, as dense arrays: pipe `i` uses the resources `resourceAt(pathStart(i))` to
/// `resourceAt(pathEnd(i) - 1)`, each once. Resources are those that pipes use, in the order in which they are met.
/// Immutable; made when the map or the pipes change. Cost to make: O(total path length).
public final class PathIndex {
    private final int[] offset;
    private final int[] path;
    private final int[] userOffset;
    private final int[] user;
    private final List<Resource> resources;
    private final double[] capacityBps;
    private final double[] ceilingBps;

    private PathIndex(int[] offset, int[] path, List<Resource> resources) {
        this.offset = offset;
        this.path = path;
        this.resources = List.copyOf(resources);
        int count = resources.size();
        this.userOffset = new int[count + 1];
        for (int r : path) {
            userOffset[r + 1]++;
        }
        for (int r = 0; r < count; r++) {
            userOffset[r + 1] += userOffset[r];
        }
        this.user = new int[path.length];
        int[] next = Arrays.copyOf(userOffset, count);
        for (int i = 0; i + 1 < offset.length; i++) {
            for (int k = offset[i]; k < offset[i + 1]; k++) {
                user[next[path[k]]++] = i;
            }
        }
        this.capacityBps = new double[count];
        this.ceilingBps = new double[count];
        for (int r = 0; r < count; r++) {
            Resource resource = resources.get(r);
            capacityBps[r] = resource.knownCapacityBps().orElse(Double.POSITIVE_INFINITY);
            Double ceiling = resource.connectionCeilingBps();
            ceilingBps[r] = ceiling == null ? Double.POSITIVE_INFINITY : ceiling;
        }
    }

    /// The paths of no pipes.
    public static PathIndex none() {
        return new PathIndex(new int[1], new int[0], List.of());
    }

    /// The paths of the observed pipes; a pipe that the map does not know has none.
    public static PathIndex of(List<PipeObservation> pipes, NetworkMapSnapshot map) {
        Map<ResourceId, Integer> index = new HashMap<>();
        List<Resource> resources = new ArrayList<>();
        int[] offset = new int[pipes.size() + 1];
        int[] path = new int[Math.max(16, 8 * pipes.size())];
        int length = 0;
        int[] lastPipe = new int[16];
        Arrays.fill(lastPipe, -1);
        for (int i = 0; i < pipes.size(); i++) {
            for (ResourceId id :
                    map.pipeResources().getOrDefault(pipes.get(i).pipe().id(), List.of())) {
                Integer known = index.get(id);
                int r;
                if (known == null) {
                    r = resources.size();
                    index.put(id, r);
                    Resource resource = map.resources().get(id);
                    if (resource == null) {
                        throw new IllegalStateException("resource " + id + " is on a path but not in the map");
                    }
                    resources.add(resource);
                    if (r == lastPipe.length) {
                        lastPipe = Arrays.copyOf(lastPipe, 2 * r);
                        Arrays.fill(lastPipe, r, 2 * r, -1);
                    }
                } else {
                    r = known;
                }
                if (lastPipe[r] == i) {
                    continue;
                }
                lastPipe[r] = i;
                if (length == path.length) {
                    path = Arrays.copyOf(path, 2 * length);
                }
                path[length++] = r;
            }
            offset[i + 1] = length;
        }
        return new PathIndex(offset, Arrays.copyOf(path, length), resources);
    }

    public int pipes() {
        return offset.length - 1;
    }

    public int resources() {
        return resources.size();
    }

    public int pathStart(int pipe) {
        return offset[pipe];
    }

    public int pathEnd(int pipe) {
        return offset[pipe + 1];
    }

    public int resourceAt(int position) {
        return path[position];
    }

    public int usersStart(int resource) {
        return userOffset[resource];
    }

    public int usersEnd(int resource) {
        return userOffset[resource + 1];
    }

    /// A pipe that uses a resource; those of one resource come in rising order.
    public int userAt(int position) {
        return user[position];
    }

    /// The position of a pipe among the users of a resource, as for [#userAt]; negative if it is none.
    public int userPosition(int resource, int pipe) {
        return Arrays.binarySearch(user, userOffset[resource], userOffset[resource + 1], pipe);
    }

    public Resource resource(int resource) {
        return resources.get(resource);
    }

    /// Capacity in bit/s, infinite where nobody knows it.
    public double capacityBps(int resource) {
        return capacityBps[resource];
    }

    /// What one connection carries over a resource at most, in bit/s; infinite where nobody knows.
    public double ceilingBps(int resource) {
        return ceilingBps[resource];
    }

    /// What too many connections cost a resource; nothing where nobody knows.
    public Deterioration deterioration(int resource) {
        Deterioration known = resources.get(resource).deterioration();
        return known == null ? Deterioration.NONE : known;
    }

    /// The least ceiling on a pipe's path in bit/s; infinite where nobody knows one.
    public double ceilingOfPipe(int pipe) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = offset[pipe]; k < offset[pipe + 1]; k++) {
            least = Math.min(least, ceilingBps[path[k]]);
        }
        return least;
    }

    /// The paths as arrays of resource indexes per pipe.
    public int[][] toPaths() {
        int[][] paths = new int[pipes()][];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = Arrays.copyOfRange(path, offset[i], offset[i + 1]);
        }
        return paths;
    }

    /// The network as the map tells it: what nobody knows does not limit and costs nothing.
    ///
    /// @param ceilingBps per pipe the most that one connection carries, in bit/s; infinity for no ceiling
    /// @param headroom part by which capacities are larger, and deterioration begins later, than the map says; zero
    ///     or more
    public FlowNetwork toFlowNetwork(double[] ceilingBps, double headroom) {
        double[] roomyBps = new double[resources()];
        double[] from = new double[roomyBps.length];
        double[] lossBps = new double[roomyBps.length];
        for (int r = 0; r < roomyBps.length; r++) {
            Deterioration deterioration = deterioration(r);
            roomyBps[r] = capacityBps[r] * (1 + headroom);
            from[r] = deterioration.fromConnections() * (1 + headroom);
            lossBps[r] = deterioration.bpsPerConnection();
        }
        return new FlowNetwork(toPaths(), roomyBps, from, lossBps, ceilingBps);
    }

    /// Whether the same pipes use the same resources, and as much is known of these: what is said of them beside that
    /// does not count.
    boolean isSameAs(PathIndex other) {
        if (!Arrays.equals(offset, other.offset)
                || !Arrays.equals(path, other.path)
                || !Arrays.equals(capacityBps, other.capacityBps)
                || !Arrays.equals(ceilingBps, other.ceilingBps)) {
            return false;
        }
        for (int r = 0; r < resources(); r++) {
            Resource mine = resource(r);
            Resource others = other.resource(r);
            if (!mine.id().equals(others.id())
                    || mine.kind() != others.kind()
                    || !deterioration(r).equals(other.deterioration(r))) {
                return false;
            }
        }
        return true;
    }

    /// Whether a change of the map touches a resource that one of the pipes uses; null is one that nobody knows.
    boolean isTouchedBy(@Nullable NetworkMapChange change) {
        if (change == null || !change.remapped().isEmpty()) {
            return true;
        }
        for (int r = 0; r < resources(); r++) {
            if (change.capacities().containsKey(resource(r).id())) {
                return true;
            }
        }
        return false;
    }
}
