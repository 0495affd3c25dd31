// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.Place;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// A network and the pipes over it, drawn from a seed: the same in every process.
///
/// Each site has a router of its own. The routers are joined by a random tree and random links on top of it.
///
/// @param size its name
/// @param shape between what the pipes lead
/// @param many sites at the numerous end of the pipes
/// @param few pipes at each of them
/// @param links full-duplex links; each is two elements, one per direction
record AltoCase(String size, Shape shape, int many, int few, int links) {
    /// Between what pipes lead.
    enum Shape {
        /// From each of a few sources to each of many destinations: exactly what one request asks for.
        DENSE,
        /// From each of many sources to a few destinations of its own, drawn from the same sites: the product of
        /// all sources and destinations is many times larger.
        SPARSE
    }

    private static final long SEED = 20_251_122;
    private static final double GBPS = 1e9;
    private static final UserId USER = UserId.of("bench");

    static List<AltoCase> all() {
        List<AltoCase> all = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            all.add(new AltoCase("small", shape, 100, 10, 250));
            all.add(new AltoCase("medium", shape, 1_000, 10, 2_500));
            all.add(large(shape));
        }
        return all;
    }

    /// The size that the aims are for: 50 000 pairs, 5 000 links.
    static AltoCase large(Shape shape) {
        return new AltoCase("large", shape, 2_000, 25, 5_000);
    }

    static AltoCase parse(String text) {
        String[] words = text.split(",", -1);
        return new AltoCase(
                words[0],
                Shape.valueOf(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]));
    }

    /// What [#parse] reads.
    String inShort() {
        return size + "," + shape + "," + many + "," + few + "," + links;
    }

    String title() {
        return size + ", " + shape.name().toLowerCase(Locale.ROOT);
    }

    boolean isLarge() {
        return many >= 2_000;
    }

    int sites() {
        return shape == Shape.DENSE ? many + few : many;
    }

    /// The network, with capacities of 100 to 800 Gbit/s.
    Topology topology() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Topology.Node> nodes = new ArrayList<>();
        List<Topology.Site> sites = new ArrayList<>();
        for (int i = 0; i < sites(); i++) {
            nodes.add(new Topology.Node("r" + i, "router", null, null));
            sites.add(new Topology.Site(
                    "s" + i,
                    null,
                    List.of("r" + i),
                    100.0,
                    null,
                    List.of("10." + (i >> 8) + "." + (i & 255) + ".0/24")));
        }
        List<Topology.Link> all = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            // The tree first, so that every router is reached.
            int a = i + 1 < nodes.size() ? i + 1 : random.nextInt(nodes.size());
            int b = random.nextInt(i + 1 < nodes.size() ? a : nodes.size() - 1);
            b += i + 1 >= nodes.size() && b >= a ? 1 : 0;
            all.add(new Topology.Link(
                    "l" + i, "r" + a, "r" + b, 100.0 * (1 + random.nextInt(8)), 1.0, 1.0 + random.nextInt(10)));
        }
        return new Topology("bench", nodes, all, sites);
    }

    /// The sites that each pipe leads from and to, by number; none twice.
    List<int[]> ends() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        List<int[]> ends = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Set<Integer> others = new HashSet<>();
            while (others.size() < few) {
                int other = shape == Shape.DENSE ? many + others.size() : random.nextInt(many);
                if (other != i && others.add(other)) {
                    ends.add(shape == Shape.DENSE ? new int[] {other, i} : new int[] {i, other});
                }
            }
        }
        return ends;
    }

    List<Pipe> pipes() {
        List<Pipe> pipes = new ArrayList<>();
        for (int[] ends : ends()) {
            pipes.add(new Pipe(
                    PipeId.of("s" + ends[0] + ">s" + ends[1]),
                    endpoint(ends[0]),
                    endpoint(ends[1]),
                    USER,
                    PipeLimits.DEFAULT));
        }
        return pipes;
    }

    /// Where the endpoints are, so that no name service is asked.
    Map<Endpoint, Place> places() {
        Map<Endpoint, Place> places = new HashMap<>();
        for (int i = 0; i < sites(); i++) {
            places.put(endpoint(i), AddressBook.parsePlace("10." + (i >> 8) + "." + (i & 255) + ".1"));
        }
        return places;
    }

    /// Capacities to publish one after the other, all different, and none of those at the start.
    static double capacityBps(int update) {
        return 25 * GBPS + GBPS * update + 1;
    }

    private static Endpoint endpoint(int site) {
        return Endpoint.parse("davs://s" + site + ".example.org");
    }
}
