// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsStatus;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// FTS's jobs: submit, list, look at, cancel.
@Needs(Operation.TRANSFER)
@RestController
class FtsJobsController {
    private static final String CANCEL_REASON = "Job canceled by the user";

    private final Submissions submissions;
    private final FtsJobFactory factory;
    private final FtsSubmissionParser parser;
    private final JobReader reader;
    private final FtsJson json;
    private final JsonMapper mapper;
    private final TimeSource time;
    private final long maxBody;

    FtsJobsController(
            Submissions submissions,
            FtsJobFactory factory,
            JobReader reader,
            FtsJson json,
            JsonMapper mapper,
            TimeSource time,
            TcnProperties properties) {
        this.submissions = submissions;
        this.factory = factory;
        this.parser = new FtsSubmissionParser(properties.fts().maxFilesPerJob());
        this.reader = reader;
        this.json = json;
        this.mapper = mapper;
        this.time = time;
        this.maxBody = properties.fts().maxBody().toBytes();
    }

    @PostMapping({"/jobs", "/jobs/"})
    Map<String, Object> post(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        authenticated(caller);
        String type = request.getContentType();
        if (type == null || !type.startsWith(MediaType.APPLICATION_JSON_VALUE)) {
            throw FtsException.badRequest("The Content-Type must be application/json");
        }
        return submit(request, caller);
    }

    @PutMapping({"/jobs", "/jobs/"})
    Map<String, Object> put(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        authenticated(caller);
        return submit(request, caller);
    }

    private Map<String, Object> submit(HttpServletRequest request, Caller caller) throws IOException {
        var job = factory.job(parser.parse(body(request)), caller);
        return switch (submissions.submit(job)) {
            case Submissions.Result.Accepted _ -> Map.of("job_id", job.id());
            case Submissions.Result.DuplicateId _ ->
                throw new FtsException(
                        409, "The job id " + job.id() + " exists already: this sid was submitted before");
        };
    }

    private JsonNode body(HttpServletRequest request) throws IOException {
        byte[] bytes = request.getContentLengthLong() > maxBody
                ? new byte[0]
                : request.getInputStream().readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBody + 1));
        if (request.getContentLengthLong() > maxBody || bytes.length > maxBody) {
            throw new FtsException(
                    413, "The submission is larger than " + maxBody + " bytes: split it into several jobs");
        }
        try {
            JsonNode root = mapper.readTree(bytes);
            if (root == null || root.isMissingNode()) {
                throw FtsException.badRequest("The body is empty, a JSON object is expected");
            }
            return root;
        } catch (JacksonException malformed) {
            TokenStreamLocation place = malformed.getLocation();
            throw FtsException.badRequest("The body is not valid JSON: " + malformed.getOriginalMessage()
                    + (place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr()));
        }
    }

    @GetMapping({"/jobs", "/jobs/"})
    void list(
            @RequestParam Map<String, String> query,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        UserId user = authenticated(caller);
        JobReader.Filter filter = JobListQuery.filter(query, caller, user, time.now());
        List<String> fields = split(query.get("fields"));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        try (JsonGenerator out = mapper.createGenerator(response.getOutputStream())) {
            out.writeStartArray();
            reader.list(filter, job -> {
                Map<String, Object> all = json.job(job);
                if (!fields.isEmpty()) {
                    all.keySet().retainAll(Set.copyOf(fields));
                }
                out.writePOJO(all);
            });
            out.writeEndArray();
        }
    }

    @GetMapping("/jobs/{ids}")
    ResponseEntity<Object> get(
            @PathVariable String ids,
            @RequestParam(name = "files", required = false) @Nullable String files,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        authenticated(caller);
        Map<String, JobView> shown = new LinkedHashMap<>();
        Map<String, List<Object>> filesOfJobs = new HashMap<>();
        ResponseEntity<Object> answer = answer(ids, caller, (job, body) -> {
            body.put("http_status", FtsStatus.line(200));
            if (files != null) {
                shown.put(job.id(), job);
                body.put("files", filesOfJobs.computeIfAbsent(job.id(), id -> new ArrayList<>()));
            }
        });
        fillFiles(shown, Set.copyOf(split(files)), filesOfJobs);
        return answer;
    }

    @DeleteMapping("/jobs/{ids}")
    ResponseEntity<Object> cancel(@PathVariable String ids, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        authenticated(caller);
        return answer(ids, caller, (job, body) -> {
            if (job.isTerminal()) {
                body.put("http_status", FtsStatus.line(304));
                body.put("http_message", "The job is in a terminal state");
                return;
            }
            submissions.cancel(job.id(), CANCEL_REASON).join();
            reader.find(job.id()).ifPresent(now -> body.putAll(json.job(now)));
            body.put("http_status", FtsStatus.line(200));
            body.put("http_message", null);
        });
    }

    @GetMapping("/jobs/{id}/files")
    void files(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, HttpServletResponse response)
            throws IOException {
        JobView job = one(id, caller);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        try (JsonGenerator out = mapper.createGenerator(response.getOutputStream())) {
            out.writeStartArray();
            reader.transfersOf(id, transfer -> out.writePOJO(json.file(transfer, job)));
            out.writeEndArray();
        }
    }

    /// Deletion is gone from FTS, but clients still ask.
    @GetMapping("/jobs/{id}/dm")
    List<Object> deletions(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        one(id, caller);
        return List.of();
    }

    @GetMapping("/jobs/{id}/{field}")
    @Nullable
    Object field(
            @PathVariable String id, @PathVariable String field, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Map<String, Object> job = json.job(one(id, caller));
        if (!job.containsKey(field)) {
            throw new FtsException(404, "No such field: " + field);
        }
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(mapper.writeValueAsString(job.get(field)));
    }

    /// What is added to a job in the answer.
    private interface Addition {
        void add(JobView job, Map<String, Object> body);
    }

    /// One id: an object with the status of its own. Several: an array, with 207 if one of them is missing or
    /// forbidden.
    private ResponseEntity<Object> answer(String ids, Caller caller, Addition addition) {
        List<String> wanted = split(ids);
        if (wanted.isEmpty()) {
            throw new FtsException(404, "No job id is given");
        }
        Map<String, JobView> found = reader.find(wanted);
        List<Object> answers = new ArrayList<>();
        int worst = 200;
        for (String id : wanted) {
            JobView job = found.get(id);
            if (job == null || !mayTouch(job, caller)) {
                int code = job == null ? 404 : 403;
                worst = code;
                Map<String, Object> error = new LinkedHashMap<>();
                error.put("job_id", id);
                error.put("http_status", FtsStatus.line(code));
                error.put(
                        "http_message",
                        job == null
                                ? "No job with the id \"" + id + "\" has been found"
                                : "Not enough permissions to check the job \"" + id + "\"");
                answers.add(error);
            } else {
                Map<String, Object> body = json.job(job);
                addition.add(job, body);
                answers.add(body);
            }
        }
        boolean single = !ids.contains(",");
        if (single) {
            return ResponseEntity.status(worst).body(answers.getFirst());
        }
        return ResponseEntity.status(worst == 200 ? 200 : 207).body(answers);
    }

    /// Adds the files of all jobs shown, with one query for all of them.
    private void fillFiles(Map<String, JobView> jobs, Set<String> keys, Map<String, List<Object>> filesOfJobs) {
        reader.transfersOf(jobs.keySet(), transfer -> {
            JobView job = jobs.get(transfer.jobId());
            List<Object> files = filesOfJobs.get(transfer.jobId());
            if (job != null && files != null) {
                Map<String, Object> file = json.file(transfer, job);
                file.keySet().retainAll(keys);
                files.add(file);
            }
        });
    }

    private JobView one(String id, Caller caller) {
        authenticated(caller);
        JobView job = reader.find(id)
                .orElseThrow(() -> new FtsException(404, "No job with the id \"" + id + "\" has been found"));
        if (!mayTouch(job, caller)) {
            throw new FtsException(403, "Not enough permissions to check the job \"" + id + "\"");
        }
        return job;
    }

    private static boolean mayTouch(JobView job, Caller caller) {
        return caller.may(Operation.TRANSFER, UserId.of(job.userId()), job.userDn());
    }

    private static UserId authenticated(Caller caller) {
        return caller.findUser()
                .orElseThrow(() -> new FtsException(403, "A client certificate is needed for this request"));
    }

    private static List<String> split(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(",", -1))
                        .filter(part -> !part.isBlank())
                        .toList();
    }
}
