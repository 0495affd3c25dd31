// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.study.journal.JsonLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a benchmark has run so far, as JSON Lines: what it is, then a line per run and per optimum. An interrupted
/// benchmark goes on from there; a line that was cut off is dropped. Thread-safe.
///
/// It does not know the commit: after a change of a law, its runs are to be made anew, in another file.
final class RunJournal implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String NEVER = "never";

    private final Map<String, RunFigures> runs = new HashMap<>();
    private final Map<String, SeedResult> optima = new HashMap<>();

    /// Null for a journal that forgets everything.
    private @Nullable JsonLines lines;

    private RunJournal() {}

    /// Opens or begins a journal.
    ///
    /// @param file null for a journal that forgets everything
    /// @param bounds how bounds are kept where transfers start
    /// @throws IOException if the file cannot be used, or is the journal of runs of another kind
    static RunJournal open(@Nullable Path file, int intervals, BoundSettings bounds) throws IOException {
        if (file == null) {
            return new RunJournal();
        }
        Map<String, Object> header = Map.of("kind", "tcn-control", "intervals", intervals, "admission", bounds.kept());
        RunJournal journal = new RunJournal();
        JsonLines lines = JsonLines.open(file, (number, line) -> {
            if (number > 0) {
                journal.read(line);
            } else if (!isHeader(line, intervals, bounds)) {
                throw new IOException("it holds no runs of " + intervals + " intervals "
                        + (bounds.kept() ? "with" : "without") + " admission; name another file, or remove it");
            }
            return true;
        });
        if (lines.isFresh()) {
            lines.write(header);
        }
        journal.lines = lines;
        return journal;
    }

    private static boolean isHeader(String line, int intervals, BoundSettings bounds) {
        try {
            JsonNode header = MAPPER.readTree(line);
            return header.path("kind").asString("").equals("tcn-control")
                    && header.path("intervals").asInt(0) == intervals
                    && header.path("admission").asBoolean(false) == bounds.kept();
        } catch (JacksonException noJson) {
            return false;
        }
    }

    private static String key(Family family, long seed) {
        String traits = family instanceof RealFamily real ? real.traits().toString() : "";
        return family.name() + " " + traits + " " + seed;
    }

    private void read(String line) throws IOException {
        try {
            JsonNode node = MAPPER.readTree(line);
            String key = node.path("world").asString("");
            if (node.has("optimizer")) {
                Map<Kind, Double> values = new EnumMap<>(Kind.class);
                for (Kind kind : Kind.values()) {
                    JsonNode value = node.path("figures").path(kind.name());
                    values.put(
                            kind,
                            value.isNumber()
                                    ? value.asDouble()
                                    : value.isString() ? Double.POSITIVE_INFINITY : Double.NaN);
                }
                List<Double> shares = new ArrayList<>();
                node.path("shares").forEach(share -> shares.add(share.asDouble()));
                runs.put(key + " " + node.path("optimizer").asString(""), new RunFigures(values, shares));
            } else {
                optima.put(
                        key,
                        new SeedResult(
                                node.path("seed").asLong(),
                                node.path("optimumBps").asDouble(),
                                node.path("ceilingBps").asDouble(),
                                node.path("connections").asDouble(),
                                node.path("excess").asDouble(),
                                Map.of()));
            }
        } catch (JacksonException damaged) {
            throw new IOException("a line of it is no JSON: " + line, damaged);
        }
    }

    /// The optimum of a seed without runs; null if it is not known.
    synchronized @Nullable SeedResult optimumOf(Family family, long seed) {
        return optima.get(key(family, seed));
    }

    /// A run; null if it has not been done.
    synchronized @Nullable RunFigures find(Family family, long seed, String optimizer) {
        return runs.get(key(family, seed) + " " + optimizer);
    }

    /// Notes a run for good.
    synchronized void add(Family family, long seed, String optimizer, RunFigures figures) {
        JsonLines file = lines;
        if (file == null) {
            return;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        figures.values().forEach((kind, value) -> {
            if (!value.isNaN()) {
                values.put(kind.name(), value.isInfinite() ? NEVER : value);
            }
        });
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("world", key(family, seed));
        line.put("optimizer", optimizer);
        line.put("figures", values);
        line.put("shares", figures.shares());
        write(file, line);
    }

    /// Notes the optimum of a seed for good.
    synchronized void addOptimum(Family family, SeedResult result) {
        JsonLines file = lines;
        if (file == null) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("world", key(family, result.seed()));
        line.put("seed", result.seed());
        line.put("optimumBps", result.optimumBps());
        line.put("ceilingBps", result.ceilingBps());
        line.put("connections", result.connections());
        line.put("excess", result.excess());
        write(file, line);
    }

    private static void write(JsonLines file, Object line) {
        try {
            file.write(line);
        } catch (IOException full) {
            throw new UncheckedIOException("the journal cannot be written", full);
        }
    }

    @Override
    public void close() throws IOException {
        if (lines != null) {
            lines.close();
        }
    }
}
