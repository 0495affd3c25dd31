// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Flows over routes of links, as both programs read them from one file. The file is text; `flows.cpp` describes
/// it.
///
/// @param links the links
/// @param sites how many sites there are
/// @param routes the routes, each between two sites and with at least one link; no two between the same sites
/// @param flows the flows, first started first
record FlowCase(List<Link> links, int sites, List<Route> routes, List<Flow> flows) {
    /// @param bytesPerSecond capacity
    /// @param latencySeconds one-way latency
    record Link(double bytesPerSecond, double latencySeconds) {}

    /// @param from site that sends
    /// @param to site that receives
    /// @param links indexes of links, in order
    record Route(int from, int to, List<Integer> links) {}

    /// @param startNanos when it begins
    /// @param route its route
    /// @param bytes its size
    record Flow(long startNanos, int route, long bytes) {}

    private static final long NANOS = 1_000_000_000;

    FlowCase {
        links = List.copyOf(links);
        routes = List.copyOf(routes);
        flows = List.copyOf(flows);
    }

    /// The one-way latency of a route, in seconds.
    double latencySeconds(Route route) {
        double sum = 0;
        for (int link : route.links()) {
            sum += links.get(link).latencySeconds();
        }
        return sum;
    }

    void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            out.write(links.size() + "\n");
            for (Link link : links) {
                out.write(link.bytesPerSecond() + " " + link.latencySeconds() + "\n");
            }
            out.write(sites + "\n" + routes.size() + "\n");
            for (Route route : routes) {
                out.write(route.from() + " " + route.to() + " " + route.links().size());
                for (int link : route.links()) {
                    out.write(" " + link);
                }
                out.write("\n");
            }
            out.write(flows.size() + "\n");
            for (Flow flow : flows) {
                // Nine decimals: whole nanoseconds.
                out.write(String.format(
                        Locale.ROOT,
                        "%d.%09d %d %d%n",
                        flow.startNanos() / NANOS,
                        flow.startNanos() % NANOS,
                        flow.route(),
                        flow.bytes()));
            }
        }
    }

    static FlowCase read(Path file) throws IOException {
        Words words = new Words(Files.readAllBytes(file));
        int linkCount = words.nextInt();
        List<Link> links = new ArrayList<>(linkCount);
        for (int i = 0; i < linkCount; i++) {
            links.add(new Link(words.nextDouble(), words.nextDouble()));
        }
        int sites = words.nextInt();
        int routeCount = words.nextInt();
        List<Route> routes = new ArrayList<>(routeCount);
        for (int i = 0; i < routeCount; i++) {
            int from = words.nextInt();
            int to = words.nextInt();
            int hops = words.nextInt();
            List<Integer> path = new ArrayList<>(hops);
            for (int k = 0; k < hops; k++) {
                path.add(words.nextInt());
            }
            routes.add(new Route(from, to, path));
        }
        int flowCount = words.nextInt();
        List<Flow> flows = new ArrayList<>(flowCount);
        for (int i = 0; i < flowCount; i++) {
            flows.add(new Flow(words.nextNanos(), words.nextInt(), words.nextLong()));
        }
        return new FlowCase(links, sites, routes, flows);
    }

    /// The numbers of a text in ASCII.
    private static final class Words {
        private final byte[] text;
        private int at;

        Words(byte[] text) {
            this.text = text;
        }

        /// Goes to the next word and returns where it begins; `at` is where it ends.
        private int nextWord() throws IOException {
            while (at < text.length && text[at] <= ' ') {
                at++;
            }
            int from = at;
            while (at < text.length && text[at] > ' ') {
                at++;
            }
            if (from == at) {
                throw new IOException("the file of flows ends too early");
            }
            return from;
        }

        /// The digits of the next word, without its point.
        long nextLong() throws IOException {
            long value = 0;
            for (int k = nextWord(); k < at; k++) {
                if (text[k] != '.') {
                    value = 10 * value + (text[k] - '0');
                }
            }
            return value;
        }

        /// Seconds with nine decimals.
        long nextNanos() throws IOException {
            return nextLong();
        }

        int nextInt() throws IOException {
            return Math.toIntExact(nextLong());
        }

        double nextDouble() throws IOException {
            int from = nextWord();
            return Double.parseDouble(new String(text, from, at - from, StandardCharsets.US_ASCII));
        }
    }
}
