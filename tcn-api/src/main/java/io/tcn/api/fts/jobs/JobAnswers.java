// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsStatus;
import io.tcn.api.fts.jobs.JobAccess.Asked;
import io.tcn.api.intake.LongAnswers;
import io.tcn.api.store.FileReader;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/// Writes jobs and files in FTS's shapes, straight to the connection. One id gives an object with the status of its
/// own, several an array, with 207 if one of them is missing or forbidden. The files of several jobs are read with one
/// query per ten thousand.
@Component
class JobAnswers {
    private static final int FILES_AT_ONCE = 10_000;

    private final JsonMapper mapper;
    private final JobReader reader;
    private final FileViews views;
    private final LongAnswers longAnswers;

    JobAnswers(JsonMapper mapper, JobReader reader, FileViews views, LongAnswers longAnswers) {
        this.longAnswers = longAnswers;
        this.mapper = mapper;
        this.views = views;
        this.reader = reader;
    }

    /// One job and how it went with it.
    ///
    /// @param asked the job
    /// @param code for its `http_status`
    /// @param message its `http_message`
    /// @param withMessage whether the key is there when the message is null
    record Answered(Asked asked, int code, @Nullable String message, boolean withMessage) {
        static Answered of(Asked asked) {
            return new Answered(asked, asked.code(), asked.job() == null ? asked.refusal() : null, false);
        }
    }

    /// Answers for a list of ids.
    ///
    /// @param ids as asked for
    /// @param fileFields the keys of the files to add, null for no files
    void write(
            String ids,
            List<Answered> answers,
            @Nullable List<JsonField<FileFields.Shown>> fileFields,
            HttpServletResponse response)
            throws IOException {
        boolean single = !ids.contains(",");
        int worst = answers.stream()
                .filter(answer -> answer.asked().job() == null)
                .mapToInt(Answered::code)
                .max()
                .orElse(200);
        answer(response, single || worst == 200 ? worst : 207, (out, pages) -> {
            if (!single) {
                out.writeStartArray();
            }
            for (List<Answered> group : fileFields == null ? List.of(answers) : groups(answers)) {
                writeGroup(out, group, fileFields, pages);
            }
            if (!single) {
                out.writeEndArray();
            }
        });
    }

    /// Stretches of answers whose jobs have some thousands of files together; a larger job stands alone.
    private static List<List<Answered>> groups(List<Answered> answers) {
        List<List<Answered>> groups = new ArrayList<>();
        long files = FILES_AT_ONCE + 1;
        for (Answered answer : answers) {
            JobView job = answer.asked().job();
            files += job == null ? 0 : job.total();
            if (files > FILES_AT_ONCE) {
                groups.add(new ArrayList<>());
                files = job == null ? 0 : job.total();
            }
            groups.getLast().add(answer);
        }
        return groups;
    }

    private void writeGroup(
            JsonGenerator out,
            List<Answered> group,
            @Nullable List<JsonField<FileFields.Shown>> fileFields,
            JobReader.Pages pages) {
        Map<String, List<FileFields.Shown>> files = fileFields == null || group.size() == 1 ? Map.of() : filesOf(group);
        for (Answered answer : group) {
            JobView job = answer.asked().job();
            if (job == null) {
                writeRefusal(out, answer.asked());
                continue;
            }
            out.writeStartObject();
            JobFields.write(out, job);
            out.writeStringProperty("http_status", FtsStatus.line(answer.code()));
            if (answer.withMessage() || answer.message() != null) {
                out.writeStringProperty("http_message", answer.message());
            }
            if (fileFields != null) {
                out.writeArrayPropertyStart("files");
                if (group.size() > 1) {
                    files.getOrDefault(job.id(), List.of()).forEach(file -> FileFields.write(out, file, fileFields));
                } else {
                    writeFiles(job, out, pages, fileFields);
                }
                out.writeEndArray();
            }
            out.writeEndObject();
        }
    }

    /// The files of all jobs of a group, by job: read, and asked why they wait, all together.
    private Map<String, List<FileFields.Shown>> filesOf(List<Answered> group) {
        Map<String, JobView> jobs = new HashMap<>();
        for (Answered answer : group) {
            JobView job = answer.asked().job();
            if (job != null) {
                jobs.put(job.id(), job);
            }
        }
        List<FileReader.FileOfJob> found = new ArrayList<>();
        reader.transfersOf(
                jobs.keySet(),
                file -> found.add(new FileReader.FileOfJob(file, Objects.requireNonNull(jobs.get(file.jobId())))));
        return views.of(found).stream()
                .collect(Collectors.groupingBy(shown -> shown.job().id()));
    }

    private static void writeRefusal(JsonGenerator out, Asked asked) {
        out.writeStartObject();
        out.writeStringProperty("job_id", asked.id());
        out.writeStringProperty("http_status", FtsStatus.line(asked.code()));
        out.writeStringProperty("http_message", asked.refusal());
        out.writeEndObject();
    }

    /// All files of a job, as an array.
    void writeFiles(JobView job, HttpServletResponse response) throws IOException {
        answer(response, 200, (out, pages) -> {
            out.writeStartArray();
            writeFiles(job, out, pages, FileFields.ALL);
            out.writeEndArray();
        });
    }

    /// All files of a job with some of their keys.
    void writeFiles(JobView job, JsonGenerator out, JobReader.Pages pages, List<JsonField<FileFields.Shown>> fields) {
        FileViews.Collector each = views.collector(job, file -> FileFields.write(out, file, fields));
        reader.transfersOf(job, pages, each::add);
        each.end();
    }

    /// The value of one key of a job, bare.
    ///
    /// @throws FtsException 404 if there is no such key
    void writeField(JobView job, String name, HttpServletResponse response) throws IOException {
        JsonField<JobView> field =
                JobFields.find(name).orElseThrow(() -> new FtsException(404, "No such field: " + name));
        answer(response, 200, (out, pages) -> {
            field.writer().write(out, job);
        });
    }

    /// Writes the body of an answer.
    @FunctionalInterface
    interface Body {
        void write(JsonGenerator out, JobReader.Pages pages);
    }

    /// Answers with JSON. If writing fails, what was written is never closed as if it were whole: before the first
    /// bytes have gone the caller gets the error, afterwards something that is no JSON.
    void answer(HttpServletResponse response, int status, Body body) throws IOException {
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        JsonGenerator out = mapper.createGenerator(response.getOutputStream());
        HttpServletRequest request =
                ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
        try (LongAnswers.Answer answer = longAnswers.begin(request)) {
            body.write(out, answer::page);
        } catch (RuntimeException failure) {
            if (!response.isCommitted()) {
                response.reset();
            }
            throw failure;
        }
        out.close();
    }
}
