// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.core.dispatch.BoundSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

    private final @Nullable FileChannel channel;
    private final Map<String, RunFigures> runs = new HashMap<>();
    private final Map<String, SeedResult> optima = new HashMap<>();

    private RunJournal(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /// Opens or begins a journal.
    ///
    /// @param file null for a journal that forgets everything
    /// @param bounds how bounds are kept where transfers start
    /// @throws IOException if the file cannot be used, or is the journal of runs of another kind
    static RunJournal open(@Nullable Path file, int intervals, BoundSettings bounds) throws IOException {
        if (file == null) {
            return new RunJournal(null);
        }
        Map<String, Object> header = Map.of("kind", "tcn-control", "intervals", intervals, "admission", bounds.kept());
        List<String> lines = new ArrayList<>();
        long sound = 0;
        if (Files.exists(file)) {
            byte[] bytes = Files.readAllBytes(file);
            int from = 0;
            for (int at = 0; at < bytes.length; at++) {
                if (bytes[at] == '\n') {
                    lines.add(new String(bytes, from, at - from, StandardCharsets.UTF_8));
                    from = at + 1;
                }
            }
            sound = from;
        }
        if (!lines.isEmpty() && !isHeader(lines.getFirst(), intervals, bounds)) {
            throw new IOException("it holds no runs of " + intervals + " intervals "
                    + (bounds.kept() ? "with" : "without") + " admission; name another file, or remove it");
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(sound);
        channel.position(sound);
        RunJournal journal = new RunJournal(channel);
        if (lines.isEmpty()) {
            journal.write(header);
        }
        for (int i = 1; i < lines.size(); i++) {
            journal.read(lines.get(i));
        }
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
        if (channel == null) {
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
        write(line);
    }

    /// Notes the optimum of a seed for good.
    synchronized void addOptimum(Family family, SeedResult result) {
        if (channel == null) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("world", key(family, result.seed()));
        line.put("seed", result.seed());
        line.put("optimumBps", result.optimumBps());
        line.put("ceilingBps", result.ceilingBps());
        line.put("connections", result.connections());
        line.put("excess", result.excess());
        write(line);
    }

    private void write(Object line) {
        if (channel == null) {
            return;
        }
        byte[] text = (MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(text);
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException full) {
            throw new UncheckedIOException("the journal cannot be written", full);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
