// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsBodies;
import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.fts.jobs.JobAccess.Asked;
import io.tcn.api.policy.Changes;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Cancels jobs and files, and changes priorities.
@RestController
@Needs(Operation.TRANSFER)
class JobChangeController {
    private static final String CANCEL_REASON = "Job canceled by the user";
    private static final String TERMINAL = "The job is in a terminal state";

    private final JobAccess access;
    private final JobAnswers answers;
    private final JobReader reader;
    private final FtsBodies body;
    private final Submissions submissions;
    private final Changes changes;
    private final JsonMapper mapper;

    JobChangeController(
            JobAccess access,
            JobAnswers answers,
            JobReader reader,
            FtsBodies body,
            Submissions submissions,
            Changes changes,
            JsonMapper mapper) {
        this.changes = changes;
        this.access = access;
        this.answers = answers;
        this.reader = reader;
        this.body = body;
        this.submissions = submissions;
        this.mapper = mapper;
    }

    @DeleteMapping("/jobs/{ids}")
    void cancel(
            @PathVariable String ids, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, HttpServletResponse response)
            throws IOException {
        change(
                ids,
                caller,
                false,
                response,
                JobChangeController::mayRun,
                job -> submissions
                        .cancel(new CancelScope.OfJob(job.id()), CANCEL_REASON)
                        .join());
    }

    @PostMapping("/jobs/{ids}")
    void modify(
            @PathVariable String ids,
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            HttpServletResponse response)
            throws IOException {
        int priority = priority(body.readJson(request));
        change(ids, caller, true, response, job -> !job.isTerminal(), job -> {
            if (priority != 0) {
                submissions.setPriority(job.id(), Math.clamp(priority, 1, 5)).join();
            }
        });
    }

    /// The priority asked for, 0 for none.
    private static int priority(JsonNode root) {
        if (!root.isObject()) {
            throw FtsException.badRequest("The body must be a JSON object with \"params\"");
        }
        JsonNode params = root.get("params");
        if (params == null || params.isNull()) {
            return 0;
        }
        if (!params.isObject()) {
            throw FtsException.badRequest("\"params\" must be an object");
        }
        return new SubmissionParams(params).integer("priority", 0);
    }

    /// How one job is changed.
    private interface Change {
        void to(JobView job);
    }

    /// A multihop job is over with the first of its hops that is cancelled, while one before that still runs.
    private static boolean mayRun(JobView job) {
        return !job.isTerminal()
                || (job.type().equals(FtsNames.MULTIHOP)
                        && job.finished() + job.failed() + job.canceled() < job.total());
    }

    private void change(
            String ids,
            Caller caller,
            boolean withFiles,
            HttpServletResponse response,
            Predicate<JobView> concerns,
            Change change)
            throws IOException {
        List<Asked> asked = access.find(ids, caller);
        Set<String> done = new java.util.HashSet<>();
        Map<String, Boolean> terminal = new HashMap<>();
        for (Asked one : asked) {
            JobView job = one.job();
            if (job != null && done.add(job.id())) {
                terminal.put(job.id(), job.isTerminal());
                if (concerns.test(job)) {
                    change.to(job);
                }
            }
        }
        Map<String, JobView> now = reader.find(done);
        List<JobAnswers.Answered> answered = asked.stream()
                .map(one -> {
                    if (one.job() == null) {
                        return JobAnswers.Answered.of(one);
                    }
                    boolean untouched = terminal.getOrDefault(one.id(), false);
                    return new JobAnswers.Answered(
                            new Asked(one.id(), now.getOrDefault(one.id(), one.job()), 200),
                            untouched ? 304 : 200,
                            untouched ? TERMINAL : null,
                            true);
                })
                .toList();
        answers.write(ids, answered, withFiles ? FileFields.ALL : null, response);
    }

    @DeleteMapping("/jobs/{id}/files/{files}")
    ResponseEntity<String> cancelFiles(
            @PathVariable String id, @PathVariable String files, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        JobView job = access.one(id, caller);
        if (!job.type().equals("N")) {
            throw FtsException.badRequest("Only files of plain jobs can be cancelled one by one; cancel the whole job");
        }
        List<String> wanted = JobAccess.split(files);
        Map<Long, TransferView> present = new HashMap<>();
        reader
                .findTransfers(wanted.stream()
                        .filter(text -> text.matches("[0-9]{1,18}"))
                        .map(Long::valueOf)
                        .toList())
                .stream()
                .filter(file -> file.jobId().equals(id))
                .forEach(file -> present.put(file.id(), file));
        Set<TransferId> open = present.values().stream()
                .filter(file -> !file.state().isTerminal())
                .map(file -> TransferId.of(file.id()))
                .collect(Collectors.toSet());
        if (!open.isEmpty()) {
            submissions.cancel(new CancelScope.Files(id, open), CANCEL_REASON).join();
        }
        Map<Long, TransferView> after = new HashMap<>();
        reader.findTransfers(present.keySet()).forEach(file -> after.put(file.id(), file));
        List<String> states = new ArrayList<>();
        for (String text : wanted) {
            TransferView file = text.matches("[0-9]{1,18}") ? after.get(Long.valueOf(text)) : null;
            states.add(
                    file == null
                            ? "File does not belong to the job"
                            : FtsNames.fileState(file.state(), job.type(), file.unreleased(), false));
        }
        Object json = files.contains(",") || states.size() != 1 ? states : states.getFirst();
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(mapper.writeValueAsString(json));
    }

    @DeleteMapping("/jobs/all")
    Map<String, Object> cancelAll(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return cancelAll(caller, null);
    }

    @DeleteMapping("/jobs/vo/{vo}")
    Map<String, Object> cancelVo(@PathVariable String vo, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return cancelAll(caller, vo);
    }

    private Map<String, Object> cancelAll(Caller caller, @Nullable String vo) {
        if (!caller.administrator() || caller.level(Operation.TRANSFER) != Level.ALL) {
            throw new FtsException(403, "Only administrators can cancel the jobs of everybody");
        }
        CancelScope scope;
        try {
            scope = vo == null ? new CancelScope.Everything() : new CancelScope.OfUser(UserId.of(vo));
        } catch (IllegalArgumentException refused) {
            throw FtsException.badRequest(String.valueOf(refused.getMessage()));
        }
        changes.note(new Changes.What(caller.dn(), "cancel-all", vo == null ? "jobs of everybody" : "jobs of " + vo));
        Canceled canceled = submissions.cancel(scope, CANCEL_REASON).join();
        return Map.of(
                "affected_files",
                canceled.transfers(),
                "affected_dm",
                0,
                "affected_jobs",
                canceled.jobs().size());
    }
}
