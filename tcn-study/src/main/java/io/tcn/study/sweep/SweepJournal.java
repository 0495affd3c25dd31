// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.sim.report.Metric;
import io.tcn.sim.run.Summary;
import io.tcn.study.journal.JsonLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a sweep has done so far, as JSON Lines: first what is swept, then one line per finished run. A line that
/// was cut off by a crash is dropped when the file is opened again. Used by one thread at a time.
final class SweepJournal implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final JsonLines lines;
    private final Map<String, Map<Metric, Double>> done;

    private SweepJournal(JsonLines lines, Map<String, Map<Metric, Double>> done) {
        this.lines = lines;
        this.done = done;
    }

    /// Opens or begins a journal.
    ///
    /// @param what says all that results hang on but grid, optimizers and seeds
    /// @param plan what is to be run, for those who put parts together
    /// @throws IllegalArgumentException if the file is the journal of another sweep
    static SweepJournal open(Path file, String what, SweepPlan plan) throws IOException {
        Map<String, Map<Metric, Double>> done = new HashMap<>();
        JsonLines lines = JsonLines.open(file, (number, line) -> {
            if (number == 0) {
                checkHeader(file, line, what);
                return true;
            }
            return read(line, done);
        });
        SweepJournal journal = new SweepJournal(lines, done);
        if (lines.isFresh()) {
            lines.write(header(what, plan));
        }
        return journal;
    }

    private static Map<String, Object> header(String what, SweepPlan plan) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("kind", "tcn-sweep");
        header.put("schema", 2);
        header.put("what", what);
        header.put(
                "vary",
                plan.grid().values().entrySet().stream()
                        .map(axis -> axis.getKey().id() + "=" + String.join(",", axis.getValue()))
                        .toList());
        header.put("optimizers", plan.optimizers());
        header.put("seeds", plan.seeds());
        return header;
    }

    /// What a journal holds.
    ///
    /// @param what says all that results hang on but the plan
    /// @param plan what the whole sweep runs
    /// @param lines of the runs that are done, by their ids
    record Content(String what, SweepPlan plan, Map<String, String> lines) {}

    /// Reads a journal and leaves it as it is; a last line that is still being written is passed over.
    ///
    /// @throws IllegalArgumentException if the file is no journal that says what the whole sweep runs
    static Content read(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> all = text.lines().toList();
        JsonNode header;
        try {
            header = MAPPER.readTree(all.isEmpty() ? "" : all.getFirst());
        } catch (JacksonException notJson) {
            header = MAPPER.missingNode();
        }
        if (header == null || header.path("schema").asInt(0) != 2) {
            throw new IllegalArgumentException(file + " is no file of runs that this version of sweep has written");
        }
        List<String> vary = new ArrayList<>();
        header.path("vary").forEach(axis -> vary.add(axis.asString()));
        List<String> optimizers = new ArrayList<>();
        header.path("optimizers").forEach(name -> optimizers.add(name.asString()));
        List<Long> seeds = new ArrayList<>();
        header.path("seeds").forEach(seed -> seeds.add(seed.asLong()));
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : all.subList(1, all.size())) {
            JsonNode run;
            try {
                run = MAPPER.readTree(line);
            } catch (JacksonException cutOff) {
                break;
            }
            if (!isRun(run)) {
                throw new IllegalArgumentException(file + " holds a line that is no run: " + line);
            }
            lines.put(run.path("run").asString(), line);
        }
        return new Content(header.path("what").asString(""), new SweepPlan(Grid.parse(vary), optimizers, seeds), lines);
    }

    private static boolean isRun(JsonNode run) {
        return run.path("run").isString()
                && Arrays.stream(Metric.values()).allMatch(metric -> {
                    JsonNode figure = run.path("figures").path(metric.key());
                    return figure.isNumber() || figure.isNull();
                });
    }

    /// Writes the journal of a sweep of which all runs are done, in the order of the plan; whole or not at all.
    static void writeWhole(Path file, String what, SweepPlan plan, Map<String, String> lines) throws IOException {
        write(file, what, plan, plan.jobs(), lines);
    }

    private static void write(
            Path file, String what, SweepPlan plan, List<SweepPlan.Job> jobs, Map<String, String> lines)
            throws IOException {
        StringBuilder text = new StringBuilder(MAPPER.writeValueAsString(header(what, plan))).append('\n');
        jobs.forEach(job -> text.append(lines.get(job.id())).append('\n'));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Puts the runs of a journal in the order of the plan, in which they seldom end. A journal that holds other runs
    /// too, of another grid, stays as it is, and so does one of an earlier version.
    ///
    /// @param jobs what is to be in it
    static void arrange(Path file, SweepPlan plan, List<SweepPlan.Job> jobs) throws IOException {
        Content content;
        try {
            content = read(file);
        } catch (IllegalArgumentException unknown) {
            return;
        }
        List<String> wanted = jobs.stream().map(SweepPlan.Job::id).toList();
        List<String> found = List.copyOf(content.lines().keySet());
        if (content.plan().equals(plan)
                && !found.equals(wanted)
                && found.size() == wanted.size()
                && content.lines().keySet().containsAll(wanted)) {
            write(file, content.what(), plan, jobs, content.lines());
        }
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
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", run);
        line.put("figures", json);
        lines.write(line);
        done.put(run, figures);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
