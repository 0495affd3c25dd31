// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Networks that nobody has built: routers anywhere on a plane of 5000 by 3000 km, each linked to the nearest of those
/// before it, and half as many links again between others, the nearer the likelier (Waxman, *Routing of Multipoint
/// Connections*, 1988). Capacities are log-uniform between 10 and 400 Gbit/s: no multiples of anything. Every router is
/// a site.
final class RandomGraph {
    private static final double WIDTH_KM = 5000;
    private static final double HEIGHT_KM = 3000;
    private static final double REACH = 0.25;
    private static final double KM_PER_MS = 200;
    private static final double DETOUR = 1.4;
    private static final double LEAST_GBPS = 10;
    private static final double SPAN = 40;

    private final RandomGenerator random;
    private final double[] x;
    private final double[] y;
    private final double[] attachedGbps;
    private final List<Topology.Link> links = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    private RandomGraph(int routers, RandomGenerator random) {
        this.random = random;
        this.x = new double[routers];
        this.y = new double[routers];
        this.attachedGbps = new double[routers];
    }

    /// A network of 8 to 60 routers.
    static Topology draw(RandomGenerator random) {
        return new RandomGraph(8 + random.nextInt(53), random).topology();
    }

    private Topology topology() {
        List<Topology.Node> nodes = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            x[i] = WIDTH_KM * random.nextDouble();
            y[i] = HEIGHT_KM * random.nextDouble();
            nodes.add(new Topology.Node(name(i), "router", null, null));
            int nearest = -1;
            for (int j = 0; j < i; j++) {
                nearest = nearest < 0 || km(i, j) < km(i, nearest) ? j : nearest;
            }
            if (nearest >= 0) {
                link(nearest, i);
            }
        }
        double longestKm = Math.hypot(WIDTH_KM, HEIGHT_KM);
        for (int more = x.length / 2; more > 0; ) {
            int a = random.nextInt(x.length);
            int b = random.nextInt(x.length);
            // A link that is there already counts as one, or few routers would be looked at for ever.
            if (a != b && random.nextDouble() < Math.exp(-km(a, b) / (REACH * longestKm))) {
                link(Math.min(a, b), Math.max(a, b));
                more--;
            }
        }
        List<Topology.Site> sites = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            sites.add(new Topology.Site(name(i), null, List.of(name(i)), attachedGbps[i], null, null));
        }
        return new Topology("random", nodes, links, sites);
    }

    private static String name(int router) {
        return String.format(Locale.ROOT, "r%02d", router);
    }

    private double km(int a, int b) {
        return Math.hypot(x[a] - x[b], y[a] - y[b]);
    }

    private void link(int a, int b) {
        String id = name(a) + "--" + name(b);
        if (!taken.add(id)) {
            return;
        }
        double gbps = LEAST_GBPS * Math.pow(SPAN, random.nextDouble());
        double delayMs = 0.05 + km(a, b) * DETOUR / KM_PER_MS;
        attachedGbps[a] += gbps;
        attachedGbps[b] += gbps;
        links.add(new Topology.Link(id, name(a), name(b), gbps, delayMs, delayMs));
    }
}
