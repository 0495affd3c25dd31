// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.api.why.Cause;
import io.tcn.api.why.CauseCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// What a page needs beside the thing that it shows: asked for by `include`, answered in `included`, so that one
/// request is enough.
@Component
class Includes {
    /// Transfers that are included, at most.
    private static final int MOST = 100;

    private static final String WHY = "why";
    private static final String TRANSFERS = "transfers";
    private static final String PIPES = "pipes";
    private static final String CONTROLS = "controls";

    /// Why something is as it is.
    @About("Why it is as it is now.")
    record CauseAnswer(
            @About("What it is, for programs.") CauseCode code,
            @About("One sentence, for people.") String text,
            @About("Names and numbers in it, by key.") Map<String, Object> details,
            @About("What stands behind it.") List<WorkAnswers.BehindAnswer> next) {
        static CauseAnswer of(Cause cause) {
            return new CauseAnswer(cause.code(), cause.text(), cause.details(), WorkAnswers.BehindAnswer.of(cause));
        }
    }

    @About("What was asked for by \"include\".")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record IncludedAnswer(
            @About("Why it is as it is now.") @Nullable CauseAnswer why,

            @About("Of a job its first 100 transfers; of a pipe 100 of those that run.") @Nullable
            List<WorkAnswers.TransferAnswer> transfers,

            @About("Of a user all its pipes; of a transfer its own.") @Nullable
            List<DirectoryAnswers.PipeAnswer> pipes,

            @About("Resource controls of the user.") @Nullable
            List<DirectoryAnswers.ResourceControlAnswer> controls) {}

    private final Directory directory;
    private final JobReader reader;
    private final Whys whys;
    private final TransferViews transferViews;
    private final PipeViews pipeViews;
    private final ControlViews controlViews;

    Includes(
            Directory directory,
            JobReader reader,
            Whys whys,
            TransferViews transferViews,
            PipeViews pipeViews,
            ControlViews controlViews) {
        this.directory = directory;
        this.reader = reader;
        this.whys = whys;
        this.transferViews = transferViews;
        this.pipeViews = pipeViews;
        this.controlViews = controlViews;
    }

    /// @return null if nothing is asked for
    @Nullable
    IncludedAnswer of(TransferView transfer, @Nullable String include, Caller caller) {
        Set<String> asked = asked(include, caller, WHY, PIPES);
        return asked.isEmpty()
                ? null
                : new IncludedAnswer(
                        asked.contains(WHY) ? CauseAnswer.of(whys.of(transfer, caller)) : null,
                        null,
                        asked.contains(PIPES)
                                ? directory.findPipe(PipeId.of(transfer.pipeId())).stream()
                                        .map(pipeViews::view)
                                        .toList()
                                : null,
                        null);
    }

    /// @return null if nothing is asked for
    @Nullable
    IncludedAnswer of(JobView job, @Nullable String include, Caller caller) {
        Set<String> asked = asked(include, caller, WHY, TRANSFERS);
        return asked.isEmpty()
                ? null
                : new IncludedAnswer(
                        asked.contains(WHY) ? CauseAnswer.of(whys.of(job)) : null,
                        asked.contains(TRANSFERS) ? transfers(null, job.id(), null, caller) : null,
                        null,
                        null);
    }

    /// @return null if nothing is asked for
    @Nullable
    IncludedAnswer of(Pipe pipe, @Nullable String include, Caller caller) {
        Set<String> asked = asked(include, caller, WHY, TRANSFERS, CONTROLS);
        return asked.isEmpty()
                ? null
                : new IncludedAnswer(
                        asked.contains(WHY) ? CauseAnswer.of(whys.of(pipe)) : null,
                        asked.contains(TRANSFERS)
                                ? transfers(pipe.id().value(), null, TransferState.ACTIVE.name(), caller)
                                : null,
                        null,
                        asked.contains(CONTROLS) ? controls(pipe.user()) : null);
    }

    /// @return null if nothing is asked for
    @Nullable
    IncludedAnswer of(UserId user, @Nullable String include, Caller caller) {
        Set<String> asked = asked(include, caller, PIPES, CONTROLS);
        return asked.isEmpty()
                ? null
                : new IncludedAnswer(
                        null,
                        null,
                        asked.contains(PIPES)
                                ? directory.pipes().stream()
                                        .filter(pipe -> pipe.user().equals(user))
                                        .map(pipeViews::view)
                                        .toList()
                                : null,
                        asked.contains(CONTROLS) ? controls(user) : null);
    }

    private static Set<String> asked(@Nullable String include, Caller caller, String... known) {
        Set<String> asked = new TreeSet<>();
        if (include == null) {
            return asked;
        }
        for (String name : include.split(",", -1)) {
            if (!List.of(known).contains(name)) {
                throw Problem.badRequest(
                        "include",
                        "\"include\" holds " + Arrays.stream(known).collect(Collectors.joining(", "))
                                + " here, given was \"" + name + "\"");
            }
            asked.add(name);
        }
        boolean ofTransfers = asked.contains(WHY) || asked.contains(TRANSFERS);
        if (ofTransfers && caller.level(Operation.TRANSFER) == Level.NONE) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not look at transfers");
        }
        return asked;
    }

    private List<WorkAnswers.TransferAnswer> transfers(
            @Nullable String pipe, @Nullable String job, @Nullable String state, Caller caller) {
        var filter = new JobReader.TransferFilter(Access.visible(caller, null), pipe, job, state);
        return transferViews.of(reader.transfers(filter, 0, MOST).rows());
    }

    private List<DirectoryAnswers.ResourceControlAnswer> controls(UserId user) {
        return controlViews.of(directory.resourceControls().stream()
                .filter(timed -> timed.control().user().equals(user))
                .toList());
    }
}
