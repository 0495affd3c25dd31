// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a generated world is like; with a seed it decides everything ([WorldGenerator]). Written and read as text, so
/// that a world can be asked for again: `topology=random,pipes=30,noise=0.05`; what is not said is as in [#PLAIN].
///
/// @param topology where: `any` (drawn by the seed), `random`, `link`, or the name of a shipped one
/// @param pipes how many pipes
/// @param ratio how far the ceilings of connections lie apart: log-uniform over 1 to this, at least 1
/// @param most what the fastest connection may carry, as a part of the narrowest resource of its pipe
/// @param knee n0 of each resource: connections that cost nothing
/// @param loss d: the part of a resource that each connection beyond n0 costs
/// @param noise standard deviation of what is measured in an interval, as a part of it
/// @param hidden part of the pipes that end at a narrow storage (0.2 to 0.6 of the path) of which the map is silent
/// @param wrong how far capacities in the map are off at most, each by 10 % or more, up or down; 0 for not at all
/// @param background what others take of a third of the links at most, changing every 30 intervals
/// @param bound what each of three users may take of a link on average: 0.5 to 1.5 times this part; 0 for no bounds
/// @param guarantee what two of three users are guaranteed of up to three links each: 0.5 to 1.5 times this part, or
///     less where not all could be kept; 0 for none
/// @param weights relative weights of the three users on all links, log-uniform between 1 and this; 1 for none
/// @param rttBias beta: round trips, drawn from 2 to 300 ms, weigh that much; above 0 connections ramp up, too
/// @param markers the longest time between two reports of a pipe, each has its own of 1 s or more; 0: at every moment
/// @param files whether there are queues of files of 10 to 600 s that keep their connection to their end
/// @param setUp seconds that a file holds its connection without moving a byte: claims, name space, verification
/// @param interval seconds between two decisions
record WorldTraits(
        String topology,
        int pipes,
        double ratio,
        double most,
        double knee,
        double loss,
        double noise,
        double hidden,
        double wrong,
        double background,
        double bound,
        double guarantee,
        double weights,
        double rttBias,
        double markers,
        boolean files,
        double setUp,
        double interval) {
    static final List<String> TOPOLOGIES =
            List.of("any", "random", "link", "esnet6-2026", "zoo-abilene-2005", "zoo-esnet-2007");

    /// 30 pipes anywhere, ceilings over 1:30, everything else as it should be.
    static final WorldTraits PLAIN = of(plain());

    private static final int MOST_PIPES = 10_000;

    WorldTraits {
        if (!TOPOLOGIES.contains(topology)) {
            throw new IllegalArgumentException(
                    "topology must be one of " + String.join(", ", TOPOLOGIES) + ", given was \"" + topology + "\"");
        }
        check("pipes", pipes, 1, MOST_PIPES);
        check("ratio", ratio, 1, 1e4);
        check("most", most, 1e-4, 1);
        check("knee", knee, 0, 1e6);
        check("loss", loss, 0, 0.5);
        check("noise", noise, 0, 1);
        check("hidden", hidden, 0, 1);
        check("wrong", wrong, 0, 0.9);
        check("background", background, 0, 0.9);
        check("bound", bound, 0, 0.6);
        check("guarantee", guarantee, 0, 0.6);
        check("weights", weights, 1, 1000);
        check("rttBias", rttBias, 0, 1);
        check("markers", markers, 0, 60);
        check("setUp", setUp, 0, 60);
        check("interval", interval, 0.1, 3600);
    }

    private static void check(String name, double value, double from, double to) {
        if (!(value >= from && value <= to)) {
            throw new IllegalArgumentException(name + " must be " + from + " to " + to + ", given was " + value);
        }
    }

    /// Reads traits.
    ///
    /// @throws IllegalArgumentException if there is no such trait or its value is none
    static WorldTraits parse(String text) {
        WorldTraits traits = PLAIN;
        for (String part : text.strip().split("[,\\s]+")) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "a world is told as name=value, with commas between, given was \"" + part + "\"");
            }
            traits = traits.with(part.substring(0, equals), part.substring(equals + 1));
        }
        return traits;
    }

    /// The same traits but one.
    WorldTraits with(String name, Object value) {
        Map<String, Object> all = toMap();
        if (!all.containsKey(name)) {
            throw new IllegalArgumentException(
                    "a world has no trait \"" + name + "\"; there are " + String.join(", ", all.keySet()));
        }
        all.put(name, value);
        return of(all);
    }

    private static Map<String, Object> plain() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String none : List.of(
                "knee",
                "loss",
                "noise",
                "hidden",
                "wrong",
                "background",
                "bound",
                "guarantee",
                "rttBias",
                "markers",
                "setUp")) {
            all.put(none, 0);
        }
        all.put("topology", "any");
        all.put("pipes", 30);
        all.put("ratio", 30);
        all.put("most", 0.1);
        all.put("files", false);
        all.put("weights", 1);
        all.put("interval", 10);
        return all;
    }

    private static WorldTraits of(Map<String, Object> all) {
        return new WorldTraits(
                String.valueOf(all.get("topology")),
                (int) Math.round(number(all, "pipes")),
                number(all, "ratio"),
                number(all, "most"),
                number(all, "knee"),
                number(all, "loss"),
                number(all, "noise"),
                number(all, "hidden"),
                number(all, "wrong"),
                number(all, "background"),
                number(all, "bound"),
                number(all, "guarantee"),
                number(all, "weights"),
                number(all, "rttBias"),
                number(all, "markers"),
                flag(all, "files"),
                number(all, "setUp"),
                number(all, "interval"));
    }

    private static double number(Map<String, Object> all, String name) {
        String text = String.valueOf(all.get(name));
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException(name + " must be a number, given was \"" + text + "\"", noNumber);
        }
    }

    private static boolean flag(Map<String, Object> all, String name) {
        String text = String.valueOf(all.get(name));
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + " must be true or false, given was \"" + text + "\"");
        }
        return text.equals("true");
    }

    /// All traits by name, in their order.
    Map<String, Object> toMap() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("topology", topology);
        all.put("pipes", pipes);
        all.put("ratio", ratio);
        all.put("most", most);
        all.put("knee", knee);
        all.put("loss", loss);
        all.put("noise", noise);
        all.put("hidden", hidden);
        all.put("wrong", wrong);
        all.put("background", background);
        all.put("bound", bound);
        all.put("guarantee", guarantee);
        all.put("weights", weights);
        all.put("rttBias", rttBias);
        all.put("markers", markers);
        all.put("files", files);
        all.put("setUp", setUp);
        all.put("interval", interval);
        return all;
    }

    /// What decides the optimum: worlds that differ in what is seen and told have the same.
    WorldTraits ofOptimum() {
        WorldTraits optimum = with("noise", 0)
                .with("weights", 1)
                .with("rttBias", 0)
                .with("markers", 0)
                .with("files", false)
                .with("setUp", 0);
        return optimum.with("wrong", bound > 0 ? wrong : 0).with("interval", PLAIN.interval);
    }

    /// As [#parse] reads it: what differs from [#PLAIN].
    @Override
    public String toString() {
        Map<String, Object> plain = PLAIN.toMap();
        List<String> parts = new ArrayList<>();
        toMap().forEach((name, value) -> {
            if (!value.equals(plain.get(name)) || name.equals("topology")) {
                parts.add(name + "="
                        + (value instanceof Double number ? String.format(Locale.ROOT, "%.4g", number) : value));
            }
        });
        return String.join(",", parts);
    }
}
