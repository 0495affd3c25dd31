// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Says which key somebody meant who wrote one that is not known.
final class KeyHints {
    /// What keys end with to say their unit.
    private static final List<String> UNITS = List.of("Gbps", "Seconds", "Bytes", "Ms");

    /// Other words for our keys, in lower case; the first that is known at the place is meant.
    private static final Map<String, List<String>> OTHER_WORDS = Map.ofEntries(
            Map.entry("bandwidth", List.of("capacityGbps", "gbps", "constantGbps", "readGbps")),
            Map.entry("capacity", List.of("capacityGbps", "gbps", "readGbps")),
            Map.entry("speed", List.of("capacityGbps", "gbps")),
            Map.entry("rate", List.of("capacityGbps", "constantGbps", "gbps")),
            Map.entry("size", List.of("bytes", "sizes", "fixedBytes")),
            Map.entry("sizebytes", List.of("bytes", "fixedBytes")),
            Map.entry("length", List.of("bytes")),
            Map.entry("arrival", List.of("arrivalSeconds")),
            Map.entry("start", List.of("arrivalSeconds", "fromSeconds")),
            Map.entry("end", List.of("untilSeconds")),
            Map.entry("at", List.of("atSeconds", "arrivalSeconds", "fromSeconds")),
            Map.entry("time", List.of("atSeconds", "arrivalSeconds")),
            Map.entry("latency", List.of("latencyMs")),
            Map.entry("delay", List.of("latencyMs", "retryDelaySeconds")),
            Map.entry("rtt", List.of("latencyMs")),
            Map.entry("bound", List.of("boundGbps")),
            Map.entry("limit", List.of("boundGbps", "maxConnections")),
            Map.entry("guarantee", List.of("guaranteeGbps")),
            Map.entry("period", List.of("everySeconds", "intervalSeconds")),
            Map.entry("interval", List.of("intervalSeconds", "everySeconds")),
            Map.entry("every", List.of("everySeconds")),
            Map.entry("poisson", List.of("poissonMeanSeconds")),
            Map.entry("mean", List.of("meanBytes", "poissonMeanSeconds")),
            Map.entry("median", List.of("medianBytes")),
            Map.entry("ceiling", List.of("connectionCeilingGbps", "perConnectionGbps")),
            Map.entry("source", List.of("src")),
            Map.entry("destination", List.of("dst")),
            Map.entry("from", List.of("fromSeconds", "src")),
            Map.entry("to", List.of("untilSeconds", "dst")),
            Map.entry("links", List.of("resources")),
            Map.entry("default", List.of("everywhere")),
            Map.entry("description", List.of("describes")),
            Map.entry("horizon", List.of("horizonSeconds")));

    private KeyHints() {}

    /// The known key that is the given one without its unit, or by another word.
    static Optional<String> withoutUnit(String given, Collection<String> known) {
        String lower = given.toLowerCase(Locale.ROOT);
        Optional<String> unit = known.stream()
                .filter(key -> UNITS.stream()
                        .anyMatch(
                                suffix -> key.toLowerCase(Locale.ROOT).equals(lower + suffix.toLowerCase(Locale.ROOT))))
                .findFirst();
        return unit.or(() -> OTHER_WORDS.getOrDefault(lower, List.of()).stream()
                .filter(known::contains)
                .findFirst());
    }

    /// What to do about a key that is not known.
    static String remedy(String given, Collection<String> known) {
        Optional<String> meant = withoutUnit(given, known);
        if (meant.isPresent()) {
            return "write \"" + meant.get() + "\"" + (hasUnit(meant.get()) ? ": the unit is part of the key" : "");
        }
        return nearest(given, known)
                .map(key -> "did you mean \"" + key + "\"?")
                .orElse("known here are " + String.join(", ", known));
    }

    /// What to do about a name that is not there: the nearest one, or all if there are few.
    static String names(String given, Collection<String> known) {
        Optional<String> meant = nearest(given, known);
        if (meant.isPresent()) {
            return "did you mean \"" + meant.get() + "\"?";
        }
        List<String> some = known.stream().limit(40).toList();
        return known.isEmpty()
                ? "there is none yet"
                : "use one of " + String.join(", ", some) + (known.size() > some.size() ? ", ..." : "");
    }

    /// The known text that is nearest to the given one, if it is near.
    static Optional<String> nearest(String given, Collection<String> known) {
        String best = null;
        int least = Math.max(1, given.length() / 3) + 1;
        for (String text : known) {
            int distance = distance(given.toLowerCase(Locale.ROOT), text.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = text;
            }
        }
        return Optional.ofNullable(best);
    }

    private static boolean hasUnit(String key) {
        return UNITS.stream().anyMatch(unit -> key.endsWith(unit) || key.equalsIgnoreCase(unit));
    }

    /// Levenshtein's distance: letters to insert, remove or replace.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
