// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.sweep;

import io.tcn.sim.report.Metric;
import io.tcn.sim.run.Summary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a sweep has done so far, as JSON Lines: first what is swept, then one line per finished run. A line that
/// was cut off by a crash is dropped when the file is opened again. Used by one thread at a time.
final class SweepJournal implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final FileChannel channel;
    private final Map<String, Map<Metric, Double>> done;

    private SweepJournal(FileChannel channel, Map<String, Map<Metric, Double>> done) {
        this.channel = channel;
        this.done = done;
    }

    /// Opens or begins a journal.
    ///
    /// @param what says all that results hang on but grid, optimizers and seeds
    /// @throws IllegalArgumentException if the file is the journal of another sweep
    static SweepJournal open(Path file, String what) throws IOException {
        Map<String, Map<Metric, Double>> done = new HashMap<>();
        long sound = 0;
        if (Files.exists(file)) {
            byte[] bytes = Files.readAllBytes(file);
            int from = 0;
            for (int at = 0; at < bytes.length; at++) {
                if (bytes[at] == '\n') {
                    String line = new String(bytes, from, at - from, StandardCharsets.UTF_8);
                    if (from == 0) {
                        checkHeader(file, line, what);
                    } else if (!read(line, done)) {
                        break;
                    }
                    from = at + 1;
                    sound = from;
                }
            }
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(sound);
        channel.position(sound);
        SweepJournal journal = new SweepJournal(channel, done);
        if (sound == 0) {
            journal.write(Map.of("kind", "tcn-sweep", "schema", 1, "what", what));
        }
        return journal;
    }

    private static void checkHeader(Path file, String line, String what) {
        String found = null;
        try {
            JsonNode header = MAPPER.readTree(line);
            found = header.path("what").asString("");
        } catch (JacksonException notJson) {
            found = "";
        }
        if (!what.equals(found)) {
            throw new IllegalArgumentException(file + " holds the results of another scenario, version or setting;"
                    + " choose another --out, or remove it");
        }
    }

    private static boolean read(String line, Map<String, Map<Metric, Double>> done) {
        try {
            JsonNode node = MAPPER.readTree(line);
            Map<Metric, Double> figures = new EnumMap<>(Metric.class);
            for (Metric metric : Metric.values()) {
                JsonNode value = node.path("figures").path(metric.key());
                figures.put(metric, value.isNumber() ? value.asDouble() : Double.NaN);
            }
            done.put(node.path("run").asString(), figures);
            return true;
        } catch (JacksonException damaged) {
            return false;
        }
    }

    /// The figures of a run; null if it has not been done.
    @Nullable
    Map<Metric, Double> find(String run) {
        return done.get(run);
    }

    /// Notes a run for good.
    void add(String run, Summary summary) throws IOException {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        Map<String, @Nullable Double> json = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            double value = metric.valueOf(summary);
            figures.put(metric, value);
            json.put(metric.key(), Double.isNaN(value) ? null : (Double) value);
        }
        write(Map.of("run", run, "figures", json));
        done.put(run, figures);
    }

    private void write(Object line) throws IOException {
        byte[] text = (MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(text);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
