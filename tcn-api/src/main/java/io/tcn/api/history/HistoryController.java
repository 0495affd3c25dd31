// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.history.History.Page;
import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.api.text.Csv;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The history of a pipe, a resource control, a user, or all together.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class HistoryController {
    private static final MediaType CSV = MediaType.parseMediaType("text/csv;charset=UTF-8");
    private static final int MOST = 10_000;
    private static final Duration DAY = Duration.ofDays(1);

    private final History history;
    private final TimeSource time;

    HistoryController(History history, TimeSource time) {
        this.history = history;
        this.time = time;
    }

    @About("The history of a pipe, a resource control, a user, or of all together.")
    record HistoryAnswer(
            @About("What it is the history of.") String kind,
            @About("Its name.") String name,

            @About(
                    value = "A row for each control interval, or for ten minutes.",
                    oneOf = {"interval", "10m"})
            String resolution,

            @About("In the order of time.") List<HistoryRowAnswer> rows,

            @About("The \"after\" of the next page; null: this is the last one.") @Nullable
            Instant next) {}

    @About("A row of a history.")
    record HistoryRowAnswer(
            @About("When it ended.") Instant at,
            @About("How long it lasted, in seconds.") double lengthSeconds,
            @About("n, on average.") @Nullable Double connections,

            @About("Connections in use, on average.") @Nullable
            Double openConnections,

            @About("What was moved, in bit/s.") double throughputBps,
            @About("Transfers that ran, on average.") double running,

            @About("Transfers that waited for a connection, on average.")
            double queued,

            @About("Transfers that finished.") long finished,
            @About("Transfers that failed.") long failed,

            @About("Price of a resource control, in utility per bit/s.")
            double price,

            @About("Limit of a resource control, in bit/s.") @Nullable
            Double limitBps,

            @About("Why n is what it is, as a code.") @Nullable
            String reason,

            @About("The same in words.") @Nullable String rationale) {
        static HistoryRowAnswer of(HistoryRow row) {
            return new HistoryRowAnswer(
                    row.at(),
                    row.length().toMillis() / 1000.0,
                    row.connections(),
                    row.openConnections(),
                    row.throughputBps(),
                    row.running(),
                    row.queued(),
                    row.finished(),
                    row.failed(),
                    row.price(),
                    row.limitBps(),
                    row.reason(),
                    row.words());
        }

        Stream<@Nullable Object> cells() {
            return Stream.of(
                    at,
                    lengthSeconds,
                    connections,
                    openConnections,
                    throughputBps,
                    running,
                    queued,
                    finished,
                    failed,
                    price,
                    limitBps,
                    reason,
                    rationale);
        }
    }

    private static final String HEADER = "at,lengthSeconds,connections,openConnections,throughputBps,running,queued,"
            + "finished,failed,price,limitBps,reason,rationale";

    @GetMapping("/history")
    @About(
            value = "How a pipe, a resource control, a user, or all together did over time, in pages.",
            answers = HistoryAnswer.class,
            alsoAs = "text/csv",
            refuses = 404)
    ResponseEntity<?> history(
            @About("Of this pipe.") @RequestParam(required = false) @Nullable String pipe,
            @About("Of this constraint, as in BOUND cms link:a>b.") @RequestParam(required = false) @Nullable
                    String control,
            @About("Of all pipes of this user together; without any of the three: of all together.")
                    @RequestParam(required = false)
                    @Nullable
                    String user,
            @About("Rows that ended after this moment; a day before \"to\" by default.")
                    @RequestParam(required = false)
                    @Nullable
                    String from,
            @About("Rows that ended by this moment; now by default.") @RequestParam(required = false) @Nullable
                    String to,
            @About(
                            value = "By default interval for a day or less that is young enough.",
                            oneOf = {"interval", "10m"})
                    @RequestParam(required = false)
                    @Nullable
                    String resolution,
            @About("Rows that ended after this moment only: the \"next\" of the page before.")
                    @RequestParam(required = false)
                    @Nullable
                    String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 10_000) @RequestParam(defaultValue = "1000")
                    int limit,
            @About(
                            value = "As what; by default what Accept names first.",
                            oneOf = {"json", "csv"})
                    @RequestParam(required = false)
                    @Nullable
                    String format,
            @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MOST + ", given was " + limit);
        }
        boolean isCsv = isCsv(format, accept);
        HistorySeries series = history.find(kind(pipe, control, user), name(pipe, control, user), caller)
                .orElseThrow(() -> Problem.notFound("there is no history of " + named(pipe, control, user)));
        Instant end = moment("to", to, time.now());
        Instant begin = moment("from", from, end.minus(DAY));
        if (!begin.isBefore(end)) {
            throw Problem.badRequest("\"from\" must be before \"to\"");
        }
        Resolution fine = resolution(resolution, begin, end);
        Instant behind = moment("after", after, begin);
        Page page = history.page(fine, series, behind.isBefore(begin) ? begin : behind, end, limit);
        return isCsv ? csv(page) : ResponseEntity.ok(json(series, fine, page));
    }

    private static HistorySeries.Kind kind(@Nullable String pipe, @Nullable String control, @Nullable String user) {
        if (Stream.of(pipe, control, user).filter(given -> given != null).count() > 1) {
            throw Problem.badRequest("give one of \"pipe\", \"control\" and \"user\", or none for all together");
        }
        return pipe != null
                ? HistorySeries.Kind.PIPE
                : control != null
                        ? HistorySeries.Kind.CONTROL
                        : user != null ? HistorySeries.Kind.USER : HistorySeries.Kind.TOTAL;
    }

    private static String name(@Nullable String pipe, @Nullable String control, @Nullable String user) {
        return pipe != null ? pipe : control != null ? control : user != null ? user : HistorySeries.TOTAL.name();
    }

    private static String named(@Nullable String pipe, @Nullable String control, @Nullable String user) {
        return switch (kind(pipe, control, user)) {
            case PIPE -> "pipe " + pipe;
            case CONTROL -> "control " + control;
            case USER -> "user " + user;
            case TOTAL -> "all pipes together that you may see";
        };
    }

    private Resolution resolution(@Nullable String asked, Instant from, Instant to) {
        if (asked == null) {
            return history.suitable(from, to);
        }
        return switch (asked) {
            case "interval" -> Resolution.INTERVAL;
            case "10m" -> Resolution.SLOT;
            default -> throw Problem.badRequest("\"resolution\" is interval or 10m, given was \"" + asked + "\"");
        };
    }

    private static boolean isCsv(@Nullable String format, String accept) {
        if (format == null) {
            return accept.strip().toLowerCase(Locale.ROOT).startsWith("text/csv");
        }
        return switch (format) {
            case "csv" -> true;
            case "json" -> false;
            default -> throw Problem.badRequest("\"format\" is json or csv, given was \"" + format + "\"");
        };
    }

    private static Instant moment(String name, @Nullable String text, Instant byDefault) {
        if (text == null) {
            return byDefault;
        }
        try {
            Instant moment = Instant.parse(text);
            if (moment.isBefore(Instant.EPOCH) || moment.isAfter(LAST)) {
                throw Problem.badRequest("\"" + name + "\" is not a moment of these centuries: " + text);
            }
            return moment;
        } catch (DateTimeParseException unreadable) {
            throw Problem.badRequest(
                    "\"" + name + "\" is a moment as in 2026-12-01T08:00:00Z, given was \"" + text + "\"");
        }
    }

    /// No database keeps all that Java can count.
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private static HistoryAnswer json(HistorySeries series, Resolution resolution, Page page) {
        return new HistoryAnswer(
                series.kind().name(),
                series.name(),
                resolution == Resolution.INTERVAL ? "interval" : "10m",
                page.rows().stream().map(HistoryRowAnswer::of).toList(),
                page.next());
    }

    /// The `next` of a page stands in the header `X-Next-After`: there is no room for it among rows.
    private static ResponseEntity<String> csv(Page page) {
        StringBuilder text = new StringBuilder(HEADER).append("\r\n");
        for (HistoryRow row : page.rows()) {
            text.append(Csv.row(HistoryRowAnswer.of(row).cells()));
        }
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok().contentType(CSV);
        if (page.next() != null) {
            answer.header("X-Next-After", page.next().toString());
        }
        return answer.body(text.toString());
    }
}
