// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.policy.Holds;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.FileReader;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Files of any job.
@RestController
@Needs(Operation.TRANSFER)
class FilesController {
    private static final int MAX_LIMIT = 1000;

    private final FileReader reader;
    private final JobAnswers answers;
    private final FileViews views;
    private final Directory directory;
    private final Holds holds;
    private final TimeSource time;

    FilesController(
            FileReader reader, JobAnswers answers, FileViews views, Directory directory, Holds holds, TimeSource time) {
        this.holds = holds;
        this.reader = reader;
        this.answers = answers;
        this.views = views;
        this.directory = directory;
        this.time = time;
    }

    @GetMapping({"/files", "/files/"})
    void files(
            @RequestParam Map<String, String> query,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        Integer limit = JobListQuery.limit(query.get("limit"), MAX_LIMIT);
        if (limit != null && limit == 0) {
            throw FtsException.badRequest("\"limit\" must be 1 to " + MAX_LIMIT);
        }
        Duration window = JobListQuery.window(query.get("time_window"));
        String destination = JobListQuery.emptyToNull(query.get("dest_surl"));
        List<String> states = query.get("state_in") == null ? null : JobListQuery.list(query.get("state_in"));
        var filter = new FileReader.FileFilter(
                JobListQuery.of(query, caller),
                states == null ? null : stored(states),
                held(),
                pipes(query.get("source_se"), destinationEndpoint(query.get("dest_se"), destination)),
                destination,
                window == null ? null : time.now().minus(window),
                limit == null ? MAX_LIMIT : limit);
        answers.answer(response, 200, (out, pages) -> {
            out.writeStartArray();
            for (FileFields.Shown shown : views.of(reader.files(filter))) {
                // A ban may have begun or ended since the query.
                if (states == null || states.contains(shown.state())) {
                    FileFields.write(out, shown, FileFields.ALL);
                }
            }
            out.writeEndArray();
        });
    }

    /// How files of these FTS states are stored.
    private static List<FileReader.State> stored(List<String> names) {
        return names.stream().distinct().flatMap(name -> stored(name).stream()).toList();
    }

    private static List<FileReader.State> stored(String name) {
        return switch (name) {
            case "SUBMITTED" ->
                List.of(
                        new FileReader.State(TransferState.QUEUED, false, null),
                        new FileReader.State(TransferState.WAITING, null, false));
            case "ON_HOLD" -> List.of(new FileReader.State(TransferState.QUEUED, true, null));
            case "READY" -> List.of(FileReader.State.of(TransferState.CLAIMED));
            case "ACTIVE" -> List.of(FileReader.State.of(TransferState.ACTIVE));
            case FtsNames.NOT_USED ->
                List.of(
                        new FileReader.State(TransferState.WAITING, null, true),
                        new FileReader.State(TransferState.CANCELED, null, true));
            case "FINISHED" -> List.of(FileReader.State.of(TransferState.FINISHED));
            case "FAILED" -> List.of(FileReader.State.of(TransferState.FAILED));
            case "CANCELED" -> List.of(new FileReader.State(TransferState.CANCELED, null, false));
            // No file is ever in such a state here.
            default -> List.of();
        };
    }

    private List<String> held() {
        return holds.any()
                ? directory.pipes().stream()
                        .map(Pipe::id)
                        .filter(holds::isHeld)
                        .map(PipeId::value)
                        .toList()
                : List.of();
    }

    private static @Nullable String destinationEndpoint(@Nullable String given, @Nullable String destination) {
        if (destination == null) {
            return given;
        }
        try {
            URI url = new URI(destination);
            return url.getHost() == null ? given : FtsNames.storageElement(url);
        } catch (URISyntaxException unreadable) {
            throw FtsException.badRequest("\"dest_surl\" is not a URL: " + unreadable.getReason());
        }
    }

    /// The pipes between two storage elements, null if none is asked for.
    private @Nullable List<String> pipes(@Nullable String source, @Nullable String destination) {
        String from = JobListQuery.emptyToNull(source);
        String to = JobListQuery.emptyToNull(destination);
        if (from == null && to == null) {
            return null;
        }
        List<String> ids = new ArrayList<>();
        for (Pipe pipe : directory.pipes()) {
            if (matches(from, pipe.source()) && matches(to, pipe.destination())) {
                ids.add(pipe.id().value());
            }
        }
        return ids;
    }

    private static boolean matches(@Nullable String storageElement, Endpoint endpoint) {
        return storageElement == null || storageElement.toLowerCase(Locale.ROOT).equals(StorageElements.of(endpoint));
    }
}
