// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.runtime.TransferLogs;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Looks at jobs and their parts.
@RestController
@Needs(Operation.TRANSFER)
class JobQueryController {
    private final JobAccess access;
    private final JobAnswers answers;
    private final JobReader reader;
    private final TransferLogs logs;
    private final TimeSource time;

    JobQueryController(JobAccess access, JobAnswers answers, JobReader reader, TransferLogs logs, TimeSource time) {
        this.access = access;
        this.answers = answers;
        this.reader = reader;
        this.logs = logs;
        this.time = time;
    }

    @GetMapping({"/jobs", "/jobs/"})
    void list(
            @RequestParam Map<String, String> query,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        JobReader.Filter filter = JobListQuery.filter(query, caller, time.now());
        List<String> names = JobAccess.split(query.get("fields"));
        List<JsonField<JobView>> fields = names.isEmpty() ? JobFields.ALL : JobFields.named(names);
        answers.answer(response, 200, (out, pages) -> {
            out.writeStartArray();
            reader.list(filter, pages, job -> {
                out.writeStartObject();
                for (JsonField<JobView> field : fields) {
                    field.write(out, job);
                }
                out.writeEndObject();
            });
            out.writeEndArray();
        });
    }

    @GetMapping("/jobs/{ids}")
    void get(
            @PathVariable String ids,
            @RequestParam(name = "files", required = false) @Nullable String files,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        answers.write(
                ids,
                access.find(ids, caller).stream().map(JobAnswers.Answered::of).toList(),
                files == null ? null : FileFields.named(JobAccess.split(files)),
                response);
    }

    @GetMapping("/jobs/{id}/files")
    void files(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, HttpServletResponse response)
            throws IOException {
        answers.writeFiles(access.one(id, caller), response);
    }

    /// Deletion is gone from FTS, but clients still ask.
    @GetMapping("/jobs/{id}/dm")
    List<Object> deletions(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        access.one(id, caller);
        return List.of();
    }

    @GetMapping("/jobs/{id}/files/{file}/retries")
    List<Map<String, Object>> retries(
            @PathVariable String id, @PathVariable String file, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = access.one(id, caller);
        if (!file.matches("[0-9]{1,18}")) {
            return List.of();
        }
        return reader.retriesOf(id, Long.parseLong(file)).stream()
                .map(retry -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("file_id", retry.transfer());
                    json.put("attempt", retry.attempt());
                    json.put("datetime", FtsDates.format(retry.at()));
                    json.put("reason", retry.reason());
                    json.put("transfer_host", job.submitHost());
                    json.put("log_file", "/jobs/" + id + "/files/" + retry.transfer() + "/log");
                    return json;
                })
                .toList();
    }

    /// What happened to a file: a line for every state, with time and reason. FTS serves such logs on another port.
    @GetMapping("/jobs/{id}/files/{file}/log")
    ResponseEntity<String> log(
            @PathVariable String id, @PathVariable long file, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        access.one(id, caller);
        if (reader.findTransfer(file).filter(found -> found.jobId().equals(id)).isEmpty()) {
            throw new FtsException(404, "The job \"" + id + "\" has no file " + file);
        }
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(String.join("\n", logs.of(file)) + "\n");
    }

    @GetMapping("/jobs/{id}/{field}")
    void field(
            @PathVariable String id,
            @PathVariable String field,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        answers.writeField(access.one(id, caller), field, response);
    }
}
