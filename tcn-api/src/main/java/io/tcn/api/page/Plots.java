// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.history.History;
import io.tcn.api.page.Section.Plot;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// Numbers of plots, out of the history.
@Lazy
@Needs
@RestController
class Plots {
    private static final String PATH = Urls.ROOT + "/plot";
    private static final Duration DAY = Duration.ofDays(1);
    /// The most points of a plot: more than a screen has.
    private static final int MOST = 9000;

    private final History history;
    private final TimeSource time;

    Plots(History history, TimeSource time) {
        this.history = history;
        this.time = time;
    }

    /// A curve of a plot.
    private record Curve(String label, boolean dashed, Function<HistoryRow, @Nullable Double> value) {}

    /// Throughput, work and connections of something in the last day.
    ///
    /// @param suffix what stands behind the titles
    /// @param of `pipe`, `user` or `control` and a name; empty: all together
    static List<Plot> of(String suffix, Map<String, String> of) {
        return List.of(
                plot("Throughput" + suffix, "throughput", of),
                plot("Transfers" + suffix, "work", of),
                plot("Connections" + suffix, "connections", of),
                plot("Failed attempts" + suffix, "failures", of));
    }

    static Plot plot(String title, String what, Map<String, String> of) {
        Map<String, String> query = new TreeMap<>(of);
        String table = Urls.of(Urls.ROOT + "/history", query);
        query.put("what", what);
        return new Plot(title, Urls.of(PATH, query), what, table);
    }

    private static List<Curve> curves(String what) {
        return switch (what) {
            case "throughput" ->
                List.of(
                        new Curve("moved", false, HistoryRow::throughputBps),
                        new Curve("limit", true, HistoryRow::limitBps));
            case "work" ->
                List.of(
                        new Curve("running", false, HistoryRow::running),
                        new Curve("queued", false, HistoryRow::queued));
            case "connections" ->
                List.of(
                        new Curve("n decided", false, HistoryRow::connections),
                        new Curve("open", true, HistoryRow::openConnections));
            case "price" -> List.of(new Curve("price", false, HistoryRow::price));
            case "failures" ->
                List.of(new Curve("failed", false, row -> (double) row.failed()), new Curve("finished", false, row ->
                        (double) row.finished()));
            default -> throw Problem.badRequest("\"what\" is throughput, work, connections, price or failures");
        };
    }

    @GetMapping(PATH)
    ResponseEntity<byte[]> numbers(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String what = asked.get("what");
        List<Curve> curves = curves(what);
        List<HistoryRow> rows = rows(asked, caller, MOST);
        boolean isOfPipe = asked.has("pipe");
        List<Map<String, Object>> series = new ArrayList<>();
        for (Curve curve : curves) {
            List<@Nullable Double> values =
                    rows.stream().map(row -> curve.value().apply(row)).toList();
            // A limit that there never was is not drawn.
            if (curve.label().equals("limit") && values.stream().allMatch(value -> value == null)) {
                continue;
            }
            series.add(Map.of("label", curve.label(), "dashed", curve.dashed(), "values", values));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("unit", what.equals("throughput") ? "bit/s" : "");
        json.put(
                "at", rows.stream().map(row -> row.at().toEpochMilli() / 1000.0).toList());
        json.put("series", series);
        if (isOfPipe) {
            json.put("words", rows.stream().map(HistoryRow::words).toList());
        }
        return Answers.json(json);
    }

    /// The rows of the last day of what is asked for, newest last; none where there is no history.
    List<HistoryRow> rows(Asked asked, Caller caller, int limit) {
        return rows(asked, caller, DAY, limit);
    }

    /// The same of another time up to now.
    List<HistoryRow> rows(Asked asked, Caller caller, Duration length, int limit) {
        Instant to = time.now();
        Optional<HistorySeries> series = asked.has("pipe")
                ? history.find(HistorySeries.Kind.PIPE, asked.get("pipe"), caller)
                : asked.has("control")
                        ? history.find(HistorySeries.Kind.CONTROL, asked.get("control"), caller)
                        : asked.has("user")
                                ? history.find(HistorySeries.Kind.USER, asked.get("user"), caller)
                                : history.find(HistorySeries.Kind.TOTAL, HistorySeries.TOTAL.name(), caller);
        return series.map(one -> rows(one, to.minus(length), to, limit)).orElse(List.of());
    }

    /// By interval, unless these are more than a plot has points: then by ten minutes.
    private List<HistoryRow> rows(HistorySeries series, Instant from, Instant to, int limit) {
        History.Page fine = history.page(Resolution.INTERVAL, series, from, to, limit);
        return fine.next() == null
                ? fine.rows()
                : history.page(Resolution.SLOT, series, from, to, limit).rows();
    }
}
