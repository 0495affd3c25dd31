// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.HistoryRow;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// The history of the last day as a table: what the plots show, for those who want the numbers or have no script.
@Lazy
@Needs
@RestController
class HistoryTable {
    private static final int MOST = 9000;

    private final Plots plots;
    private final Answers answers;

    HistoryTable(Plots plots, Answers answers) {
        this.plots = plots;
        this.answers = answers;
    }

    @GetMapping(Urls.ROOT + "/history")
    ResponseEntity<byte[]> history(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String of = asked.has("pipe")
                ? "Pipe " + asked.get("pipe")
                : asked.has("control")
                        ? "Control " + asked.get("control")
                        : asked.has("user") ? "User " + asked.get("user") : "All together";
        View view = new View(of + ": the last 24 hours", asked.has("pipe") ? "Pipes" : "Now", asked);
        view.add(table("Intervals", plots.rows(asked, caller, MOST).reversed())
                .noted("Newest first. Longer times: GET /tcn/v1/history."));
        return answers.of(view, caller);
    }

    static Table<HistoryRow> table(String title, List<HistoryRow> rows) {
        return Table.of(
                "history",
                title,
                rows,
                List.of(
                        Column.of("at", "Until (UTC)", Unit.MOMENT, HistoryRow::at),
                        Column.of("n", "n", Unit.COUNT, HistoryRow::connections),
                        Column.of("open", "Open", Unit.COUNT, HistoryRow::openConnections),
                        Column.of("throughput", "Throughput", Unit.BPS, HistoryRow::throughputBps),
                        Column.of("running", "Running", Unit.COUNT, HistoryRow::running),
                        Column.of("queued", "Queued", Unit.COUNT, HistoryRow::queued),
                        Column.of("finished", "Finished", Unit.COUNT, HistoryRow::finished),
                        Column.<HistoryRow>of("failed", "Failed", Unit.COUNT, HistoryRow::failed)
                                .toned(row -> row.failed() > 0 ? "bad" : ""),
                        Column.of("price", "Price", Unit.SCIENTIFIC, HistoryRow::price),
                        Column.of("limit", "Limit", Unit.BPS, HistoryRow::limitBps),
                        Column.of("reason", "Why n is so", Unit.TEXT, HistoryRow::words)));
    }
}
