// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.why.Cause;
import io.tcn.api.why.PipeCauses;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// All pipes, and one of them with its history.
@Lazy
@Needs
@RestController
class PipePages {
    private static final int MOST_ROWS = 9000;
    private static final Duration LATELY = Duration.ofHours(1);

    private final Lines lines;
    private final Answers answers;
    private final Plots plots;
    private final Directory directory;
    private final PipeCauses causes;

    PipePages(Lines lines, Answers answers, Plots plots, Directory directory, PipeCauses causes) {
        this.lines = lines;
        this.answers = answers;
        this.plots = plots;
        this.directory = directory;
        this.causes = causes;
    }

    @GetMapping(Urls.ROOT + "/pipes")
    ResponseEntity<byte[]> pipes(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        String endpoint = asked.get("endpoint");
        String user = asked.get("user");
        View view = new View("Pipes", "Pipes", asked).live();
        view.add(Section.form(
                "search",
                "",
                new Form(
                        Urls.ROOT + "/pipes",
                        "get",
                        Map.of(),
                        List.of(
                                new Field("endpoint", "Storage, as scheme://host", endpoint, Map.of()),
                                new Field("user", "User", user, Map.of())),
                        "Show",
                        "")));
        view.add(Tables.pipes(
                endpoint.isEmpty() ? "Pipes" : "Pipes at " + endpoint,
                lines.pipes(
                        caller,
                        pipe -> (user.isEmpty() || pipe.user().value().equals(user))
                                && (endpoint.isEmpty() || isAt(pipe, endpoint)))));
        return answers.of(view, caller);
    }

    static boolean isAt(Pipe pipe, String endpoint) {
        return pipe.source().toString().equals(endpoint)
                || pipe.destination().toString().equals(endpoint);
    }

    @GetMapping(Urls.ROOT + "/pipe")
    ResponseEntity<byte[]> pipe(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Pipe pipe = find(id).filter(known -> caller.mayActFor(known.user()))
                .orElseThrow(() -> Problem.notFound("there is no such pipe, or it is not yours"));
        PipeLine line = lines.line(pipe);
        Asked asked = Asked.of(request);
        View view = new View("Pipe " + id, "Pipes", asked).live();
        view.lead(pipe.source() + " \u2192 " + pipe.destination());
        Cause cause = causes.of(pipe);
        view.add(Section.facts(
                "pipe",
                "",
                List.of(
                        Fact.of("User", pipe.user().value()).to(Urls.user(pipe.user())),
                        Fact.of("n decided", Unit.COUNT, line.connections()),
                        Fact.of("Connections open", Unit.COUNT, line.activity().activeConnections()),
                        Fact.of(
                                "Allowed",
                                pipe.limits().minConnections() + " to "
                                        + pipe.limits().maxConnections()),
                        Fact.of("Throughput", Unit.BPS, line.throughputBps()),
                        Fact.of("Running", Unit.COUNT, line.activity().activeTransfers())
                                .to(transfers(pipe, "ACTIVE")),
                        Fact.of("Queued", Unit.COUNT, line.activity().readyTransfers())
                                .to(transfers(pipe, "QUEUED")),
                        Fact.of("Finished", Unit.COUNT, line.activity().finishedTransfers())
                                .to(transfers(pipe, "FINISHED")),
                        Fact.of("Failed for good", Unit.COUNT, line.activity().failedTransfers())
                                .to(transfers(pipe, "FAILED"))
                                .toned(line.activity().failedTransfers() > 0 ? "bad" : ""),
                        Fact.of("Weight", Unit.COUNT, pipe.weight()))));
        view.add(Section.facts(
                "why",
                "Why it moves no more than that",
                List.of(Fact.of(cause.code().name(), cause.text()), Fact.of("n is so because", line.reason()))));
        Map<String, String> of = Map.of("pipe", pipe.id().value());
        view.add(Section.plots(
                "day",
                "The last 24 hours",
                List.of(
                        Plots.plot("Connections", "connections", of),
                        Plots.plot("Throughput and limit", "throughput", of),
                        Plots.plot("Price", "price", of),
                        Plots.plot("Transfers", "work", of))));
        List<HistoryRow> rows =
                plots.rows(new Asked("", of), caller, LATELY, MOST_ROWS).reversed();
        view.add(HistoryTable.table("Decisions", rows)
                .noted("Newest first, of the last hour. Those of the last 24 hours are the tables of the plots."));
        view.add(Table.of(
                "path",
                "Its path",
                lines.pathOf(pipe.id()),
                List.of(Column.<ResourceId>of("resource", "Resource", Unit.TEXT, ResourceId::value)
                        .to(Urls::resource))));
        return answers.of(view, caller);
    }

    private static String transfers(Pipe pipe, String state) {
        return Urls.of(Urls.ROOT + "/transfers", Map.of("pipe", pipe.id().value(), "state", state));
    }

    private Optional<Pipe> find(String id) {
        try {
            return directory.findPipe(PipeId.of(id));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }
}
