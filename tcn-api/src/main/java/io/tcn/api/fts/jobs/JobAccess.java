// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.core.model.UserId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Finds the jobs that a caller asks for and may touch.
@Component
class JobAccess {
    private final JobReader reader;

    JobAccess(JobReader reader) {
        this.reader = reader;
    }

    /// One job that a caller asks for.
    ///
    /// @param id as asked for
    /// @param job null if there is none, or the caller may not touch it
    /// @param code 200, 403 or 404
    record Asked(String id, @Nullable JobView job, int code) {
        /// Why there is no job.
        String refusal() {
            return code == 404
                    ? "No job with the id \"" + id + "\" has been found"
                    : "Not enough permissions to check the job \"" + id + "\"";
        }
    }

    /// The jobs of a comma list, in its order; empty ids are passed over.
    ///
    /// @throws FtsException if there is no id at all
    List<Asked> find(String ids, Caller caller) {
        List<String> wanted = split(ids);
        if (wanted.isEmpty()) {
            throw new FtsException(404, "No job id is given");
        }
        Map<String, JobView> found = reader.find(wanted);
        return wanted.stream()
                .map(id -> {
                    JobView job = found.get(id);
                    if (job == null) {
                        return new Asked(id, null, 404);
                    }
                    return mayTouch(job, caller) ? new Asked(id, job, 200) : new Asked(id, null, 403);
                })
                .toList();
    }

    /// One job.
    ///
    /// @throws FtsException 404 or 403
    JobView one(String id, Caller caller) {
        Asked asked = reader.find(id)
                .map(job -> mayTouch(job, caller) ? new Asked(id, job, 200) : new Asked(id, null, 403))
                .orElseGet(() -> new Asked(id, null, 404));
        JobView job = asked.job();
        if (job == null) {
            throw new FtsException(asked.code(), asked.refusal());
        }
        return job;
    }

    private static boolean mayTouch(JobView job, Caller caller) {
        return caller.may(Operation.TRANSFER, UserId.of(job.userId()), new Submitter(job.userDn(), job.credentialId()));
    }

    /// The parts of a comma list that are not blank.
    static List<String> split(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(",", -1))
                        .filter(part -> !part.isBlank())
                        .toList();
    }
}
