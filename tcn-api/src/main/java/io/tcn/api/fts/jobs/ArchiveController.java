// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobView;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// FTS's archive. Jobs that are over stay in the one store here, so it shows the same jobs as `/jobs`.
@RestController
@Needs(Operation.TRANSFER)
class ArchiveController {
    /// In the archive, FTS counts failures where jobs have a flag.
    private static final List<JsonField<FileFields.Shown>> FILE_FIELDS = Stream.concat(
                    FileFields.ALL.stream().filter(field -> !field.name().equals("recoverable")),
                    Stream.of(JsonField.<FileFields.Shown>value(
                            "current_failures", shown -> shown.file().retries())))
            .toList();

    private final JobAccess access;
    private final JobAnswers answers;

    ArchiveController(JobAccess access, JobAnswers answers) {
        this.access = access;
        this.answers = answers;
    }

    @GetMapping({"/archive", "/archive/"})
    Map<String, Object> links() {
        return Map.of(
                "_links",
                Map.of(
                        "curies",
                        List.of(Map.of("name", "fts", "href", "/{rel}", "templated", true)),
                        "fts:archivedJob",
                        Map.of("href", "/archive/{id}", "title", "One job that is over", "templated", true)));
    }

    @GetMapping("/archive/{id}")
    void job(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, HttpServletResponse response)
            throws IOException {
        JobView job = access.one(id, caller);
        answers.answer(response, 200, (out, pages) -> {
            out.writeStartObject();
            JobFields.write(out, job);
            out.writeArrayPropertyStart("files");
            answers.writeFiles(job, out, pages, FILE_FIELDS);
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    @GetMapping("/archive/{id}/{field}")
    void field(
            @PathVariable String id,
            @PathVariable String field,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        answers.writeField(access.one(id, caller), field, response);
    }
}
