// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Section.Field;
import io.tcn.api.page.Section.Form;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.FileReader;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.TransferView;
import io.tcn.api.text.EnumWord;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// Transfers: looked for. What is asked of the store is bounded, by pipes, states and the time in which they were over.
@Lazy
@Needs(Operation.TRANSFER)
@RestController
class TransferSearchPage {
    private static final int MOST_PIPES = 200;
    /// Transfers that are looked at for a text.
    private static final int MOST_LOOKED_AT = 2000;

    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Map<String, String> STATES = new LinkedHashMap<>();
    private static final Map<String, String> TIMES = new LinkedHashMap<>();
    private static final Map<String, Duration> LENGTHS =
            Map.of("hour", Duration.ofHours(1), "day", Duration.ofDays(1), "week", LONGEST);

    static {
        TIMES.put("hour", "the last hour");
        TIMES.put("day", "the last day");
        TIMES.put("week", "the last week");
        for (TransferState state : List.of(
                TransferState.ACTIVE,
                TransferState.QUEUED,
                TransferState.WAITING,
                TransferState.CLAIMED,
                TransferState.FAILED,
                TransferState.FINISHED,
                TransferState.CANCELED)) {
            STATES.put(state.name(), EnumWord.of(state));
        }
    }

    private final FileReader files;
    private final TransferTable table;
    private final Lines lines;
    private final Answers answers;
    private final TimeSource time;

    TransferSearchPage(FileReader files, TransferTable table, Lines lines, Answers answers, TimeSource time) {
        this.files = files;
        this.table = table;
        this.lines = lines;
        this.answers = answers;
        this.time = time;
    }

    @GetMapping(Urls.ROOT + "/transfers")
    ResponseEntity<byte[]> transfers(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        if (asked.has("transfer")) {
            return WorkParts.away(Urls.transfer(asked.get("transfer")));
        }
        String user = asked.get("user");
        String state = asked.among(STATES.keySet(), "state", TransferState.ACTIVE.name());
        JobReader.Of of = Visible.of(caller, user);
        List<String> pipes = pipes(asked, of, caller);
        boolean isOver = TransferState.valueOf(state).isTerminal();
        String since = asked.among(TIMES.keySet(), "since", "week");
        String text = asked.get("text").toLowerCase(Locale.ROOT);
        int most = text.isEmpty() ? TransferTable.MOST : MOST_LOOKED_AT;
        List<TransferView> looked = files
                .files(new FileReader.FileFilter(
                        new JobReader.Of(null, of.userDn(), of.credentialId()),
                        List.of(FileReader.State.of(TransferState.valueOf(state))),
                        List.of(),
                        pipes,
                        null,
                        isOver ? time.now().minus(LENGTHS.getOrDefault(since, LONGEST)) : null,
                        most))
                .stream()
                .map(FileReader.FileOfJob::file)
                .toList();
        List<TransferView> found = looked.stream()
                .filter(one -> text.isEmpty() || has(one.reason(), text) || has(one.metadata(), text))
                .sorted(Comparator.comparingLong(TransferView::id))
                .limit(TransferTable.MOST)
                .toList();
        View view = new View("Transfers", "Transfers", asked);
        view.add(Section.form(
                "search",
                "",
                new Form(
                        Urls.ROOT + "/transfers",
                        "get",
                        Map.of(),
                        List.of(
                                new Field("transfer", "Number", "", Map.of()),
                                new Field("user", "User", user, Map.of()),
                                new Field("endpoint", "Storage, as scheme://host", asked.get("endpoint"), Map.of()),
                                new Field("pipe", "Pipe", asked.get("pipe"), Map.of()),
                                new Field("state", "State", state, STATES),
                                new Field("since", "Over in", since, TIMES),
                                new Field("text", "Error or metadata has", asked.get("text"), Map.of())),
                        "Search",
                        "\"Over in\" is for what is over.")));
        String cut = !text.isEmpty() && looked.size() == most
                ? "Looked at " + MOST_LOOKED_AT
                        + " transfers only: no index knows errors and metadata, a search over more"
                        + " would walk through all transfers. Name a pipe, a storage, a user or a shorter time. "
                : "";
        view.add(table.of(found).noted(cut + note(found.size(), pipes.size())));
        return answers.of(view, caller);
    }

    private static boolean has(@Nullable String given, String text) {
        return given != null && given.toLowerCase(Locale.ROOT).contains(text);
    }

    private static String note(int found, int pipes) {
        String most = found == TransferTable.MOST ? "Some " + TransferTable.MOST + " of them; narrow the search. " : "";
        return pipes == MOST_PIPES
                ? most + "Looked at the " + MOST_PIPES + " pipes with most work only: a search over more would walk"
                        + " through all transfers. Name a pipe, a storage or a user."
                : most;
    }

    /// The pipes that are searched, those with most work first.
    private List<String> pipes(Asked asked, JobReader.Of of, Caller caller) {
        String endpoint = asked.get("endpoint");
        String pipe = asked.get("pipe");
        return lines.pipes(caller, one -> isAsked(one, of, endpoint, pipe)).stream()
                .sorted(Comparator.comparingLong(
                        (Lines.PipeLine line) -> -(line.activity().activeTransfers() * 1000L
                                + line.activity().queuedTransfers()
                                + line.activity().failedTransfers())))
                .limit(MOST_PIPES)
                .map(line -> line.pipe().id().value())
                .toList();
    }

    private static boolean isAsked(Pipe pipe, JobReader.Of of, String endpoint, String id) {
        return (of.user() == null || pipe.user().value().equals(of.user()))
                && (endpoint.isEmpty() || PipePages.isAt(pipe, endpoint))
                && (id.isEmpty() || pipe.id().value().equals(id));
    }
}
