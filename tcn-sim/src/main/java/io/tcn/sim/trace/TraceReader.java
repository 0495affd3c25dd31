// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads traces: CSV with a header that names `start_s`, `source`, `destination` and `bytes` (`end_s` and others
/// are ignored), or a JSON list of objects with these keys; either packed with gzip too. Times are seconds and
/// count from the first start.
public final class TraceReader {
    /// More transfers than a run may have: a longer trace must be cut.
    public static final int MAX_ROWS = 2_000_000;

    private static final List<String> COLUMNS = List.of("start_s", "source", "destination", "bytes");
    private static final double MAX_BYTES = 1e15;
    private static final double MAX_SECONDS = 1e11;

    private final String name;
    private final List<Trace.Row> rows = new ArrayList<>();

    /// Sites come again and again: each name is kept once.
    private final Map<String, String> sites = new HashMap<>();

    private TraceReader(String name) {
        this.name = name;
    }

    /// Reads a trace.
    ///
    /// @param name a file (.csv, .csv.gz, .json, .json.gz), or the name of a shipped trace
    /// @param folder where a file is looked for
    public static Trace read(String name, Path folder) throws TraceException {
        TraceReader reader = new TraceReader(name);
        try (InputStream in = TraceFiles.openTrace(name, folder)) {
            if (name.endsWith(".json") || name.endsWith(".json.gz")) {
                reader.readJson(in);
            } else {
                reader.readCsv(in);
            }
        } catch (IOException broken) {
            throw new TraceException(
                    name,
                    reader.rows.isEmpty()
                            ? ""
                            : "after " + reader.rows.getLast().place(),
                    "the trace cannot be read: " + broken.getMessage(),
                    "check that the file is complete");
        }
        if (reader.rows.isEmpty()) {
            throw new TraceException(name, "", "the trace has no transfer", "give at least one row");
        }
        return new Trace(name, reader.rows);
    }

    private void readCsv(InputStream in) throws IOException, TraceException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String header = lines.readLine();
        if (header == null) {
            throw new TraceException(name, "line 1", "the trace is empty", "begin with a header: " + columns());
        }
        List<String> titles = Arrays.stream(header.split(",", -1))
                .map(title -> title.strip().toLowerCase(Locale.ROOT))
                .toList();
        int[] places = new int[COLUMNS.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = titles.indexOf(COLUMNS.get(i));
            if (places[i] < 0) {
                throw new TraceException(
                        name,
                        "line 1",
                        "the header names no column " + COLUMNS.get(i),
                        "begin with a header: " + columns());
            }
        }
        int number = 1;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String[] cells = line.split(",", -1);
            String place = "line " + number;
            if (cells.length != titles.size()) {
                throw new TraceException(
                        name,
                        place,
                        "there are " + cells.length + " cells, the header has " + titles.size(),
                        "give each row all cells; names hold no comma");
            }
            add(place, cells[places[0]], cells[places[1]], cells[places[2]], cells[places[3]]);
        }
    }

    private static String columns() {
        return String.join(",", COLUMNS);
    }

    private void readJson(InputStream in) throws TraceException {
        // Row by row: what follows a row is not a mistake.
        JsonMapper mapper = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        try (JsonParser parser = mapper.createParser(in)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new TraceException(
                        name, "", "a trace in JSON is a list", "write [{\"start_s\": 0, \"source\": ...}, ...]");
            }
            int index = 0;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                JsonNode row = mapper.readTree(parser);
                String place = "/" + index++;
                for (String column : COLUMNS) {
                    if (row.get(column) == null || row.get(column).isContainer()) {
                        throw new TraceException(name, place, "the key " + column + " is missing", "give " + columns());
                    }
                }
                add(
                        place,
                        row.get(COLUMNS.get(0)).asString(),
                        row.get(COLUMNS.get(1)).asString(),
                        row.get(COLUMNS.get(2)).asString(),
                        row.get(COLUMNS.get(3)).asString());
            }
        } catch (JacksonException broken) {
            String place = broken.getLocation() == null
                    ? ""
                    : "line " + broken.getLocation().getLineNr();
            throw new TraceException(name, place, "this is not JSON", "correct it; if it is cut off, fetch it again");
        }
    }

    private void add(String place, String start, String source, String destination, String bytes)
            throws TraceException {
        if (rows.size() == MAX_ROWS) {
            throw new TraceException(
                    name, place, "a trace may have " + MAX_ROWS + " transfers", "cut it, or replay it in parts");
        }
        double seconds = number(place, COLUMNS.get(0), start, -MAX_SECONDS, MAX_SECONDS, "seconds");
        double size = number(place, COLUMNS.get(3), bytes, 0, MAX_BYTES, "bytes, 0 to 1e15");
        rows.add(new Trace.Row(
                seconds, site(place, "source", source), site(place, "destination", destination), (long) size, place));
    }

    private double number(String place, String column, String text, double least, double most, String allowed)
            throws TraceException {
        Double value = parse(text.strip());
        if (value == null || !(value >= least && value <= most)) {
            throw new TraceException(name, place, column + " is \"" + cut(text) + "\"", "give a number of " + allowed);
        }
        return value;
    }

    private static @Nullable Double parse(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private String site(String place, String column, String text) throws TraceException {
        String site = text.strip();
        if (site.isEmpty()) {
            throw new TraceException(name, place, column + " is empty", "name a site");
        }
        return sites.computeIfAbsent(site, same -> same);
    }

    private static String cut(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
