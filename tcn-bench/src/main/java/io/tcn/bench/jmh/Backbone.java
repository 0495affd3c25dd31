// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.model.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// A network of the kind of ESnet, drawn at random, several times as large: routers on a continent, joined by a
/// spanning tree and the shortest further links; sites on routers, many on some, the hubs, and few on others; one
/// storage per site. ESnet6 has 80 nodes and 119 links; here are 500 and 600.
///
/// Resources are dense indexes: read and write side of each storage, both directions of each access link, both
/// directions of each backbone link.
final class Backbone {
    static final int SITES = 400;
    static final int RESOURCES = 2_000;

    private static final int ROUTERS = 100;
    private static final int LINKS = RESOURCES / 2 - 2 * SITES;
    private static final int ACCESS = 2 * SITES;
    private static final int CORE = 4 * SITES;

    private static final double WIDTH_KM = 4_500;
    private static final double HEIGHT_KM = 2_500;

    /// What a hop costs a route beside its length: without it, routes take many short hops.
    private static final double HOP_KM = 300;

    private record Link(int a, int b, double km) {}

    private final int[] routerOf = new int[SITES];

    /// Per router the resources that leave it, and where they lead.
    private final List<List<Direction>> leaving = new ArrayList<>();

    /// Per source router and router the direction that the route arrives by.
    private final Direction[][] arriving = new Direction[ROUTERS][];

    private record Direction(int resource, int from, int to, double cost) {}

    Backbone(RandomGenerator random) {
        double[] x = random.doubles(ROUTERS, 0, WIDTH_KM).toArray();
        double[] y = random.doubles(ROUTERS, 0, HEIGHT_KM).toArray();
        for (int router = 0; router < ROUTERS; router++) {
            leaving.add(new ArrayList<>());
        }
        int resource = CORE;
        for (Link link : links(x, y)) {
            double cost = link.km() + HOP_KM;
            leaving.get(link.a()).add(new Direction(resource++, link.a(), link.b(), cost));
            leaving.get(link.b()).add(new Direction(resource++, link.b(), link.a(), cost));
        }
        for (int router = 0; router < ROUTERS; router++) {
            arriving[router] = routesFrom(router);
        }
        for (int site = 0; site < SITES; site++) {
            // The square favours the first routers.
            routerOf[site] = (int) (ROUTERS * Math.pow(random.nextDouble(), 2));
        }
    }

    /// The resources of the route from one site to another, in order.
    int[] path(int fromSite, int toSite) {
        int source = routerOf[fromSite];
        int hops = 0;
        for (int at = routerOf[toSite]; at != source; at = arriving[source][at].from()) {
            hops++;
        }
        int[] path = new int[hops + 4];
        path[0] = 2 * fromSite;
        path[1] = ACCESS + 2 * fromSite;
        int place = hops + 1;
        for (int at = routerOf[toSite]; at != source; at = arriving[source][at].from()) {
            path[place--] = arriving[source][at].resource();
        }
        path[hops + 2] = ACCESS + 2 * toSite + 1;
        path[hops + 3] = 2 * toSite + 1;
        return path;
    }

    static Resource.Kind kindOf(int resource) {
        if (resource >= ACCESS) {
            return Resource.Kind.LINK;
        }
        return resource % 2 == 0 ? Resource.Kind.STORAGE_READ : Resource.Kind.STORAGE_WRITE;
    }

    /// Such as `core-0017`.
    static String nameOf(int resource) {
        String kind = resource < ACCESS ? "storage" : resource < CORE ? "access" : "core";
        return String.format(Locale.ROOT, "%s-%04d", kind, resource);
    }

    /// Kruskal's spanning tree, and the shortest of the links that it leaves.
    private static List<Link> links(double[] x, double[] y) {
        List<Link> all = new ArrayList<>();
        for (int a = 0; a < ROUTERS; a++) {
            for (int b = a + 1; b < ROUTERS; b++) {
                all.add(new Link(a, b, Math.hypot(x[a] - x[b], y[a] - y[b])));
            }
        }
        all.sort(Comparator.comparingDouble(Link::km));
        List<Link> chosen = new ArrayList<>();
        List<Link> left = new ArrayList<>();
        int[] island = new int[ROUTERS];
        Arrays.setAll(island, router -> router);
        for (Link link : all) {
            int from = island[link.b()];
            int to = island[link.a()];
            (from == to ? left : chosen).add(link);
            Arrays.setAll(island, router -> island[router] == from ? to : island[router]);
        }
        chosen.addAll(left.subList(0, LINKS - chosen.size()));
        return chosen;
    }

    /// Dijkstra without a heap.
    private Direction[] routesFrom(int source) {
        Direction[] by = new Direction[ROUTERS];
        double[] cost = new double[ROUTERS];
        boolean[] done = new boolean[ROUTERS];
        Arrays.fill(cost, Double.POSITIVE_INFINITY);
        cost[source] = 0;
        for (int round = 0; round < ROUTERS; round++) {
            int nearest = -1;
            for (int router = 0; router < ROUTERS; router++) {
                if (!done[router] && (nearest < 0 || cost[router] < cost[nearest])) {
                    nearest = router;
                }
            }
            done[nearest] = true;
            for (Direction direction : leaving.get(nearest)) {
                double through = cost[nearest] + direction.cost();
                if (through < cost[direction.to()]) {
                    cost[direction.to()] = through;
                    by[direction.to()] = direction;
                }
            }
        }
        return by;
    }
}
