// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.why.Cause;
import io.tcn.api.why.CauseCode;
import io.tcn.core.model.TransferState;
import io.tcn.core.optimizer.PipeDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers about transfers and jobs, and why they are as they are.
final class WorkAnswers {
    private static final String DECISIONS = "The last decisions about the pipe, ten at most, the newest first.";

    private WorkAnswers() {}

    @About("Groups in their order.")
    record GroupsAnswer(
            @About("The groups, the one that goes first first.")
            List<GroupAnswer> groups,

            @About("When the order was made; null before the first.") @Nullable
            Instant orderedAt) {}

    @About("A group of transfers that are of use only together. Times are as if the network carried its capacities.")
    record GroupAnswer(
            @About("Its number.") long id,
            @About("Whose it is.") String user,
            @About("What its user calls it.") String name,
            @About("How much it counts.") double weight,

            @About("When it should be done; null without a deadline.") @Nullable
            Instant deadline,

            @About("Its jobs that are not over.") long openJobs,
            @About("Files of those that are not over.") long openFiles,

            @About("Bytes of those files, as far as their sizes are known.")
            long openBytes,

            @About("Its place among all groups, 1 goes first; null if nothing is left of it or it has just come.")
            @Nullable
            Integer place,

            @About("The resource, bound, pipe or side of an endpoint that takes longest for it.") @Nullable
            String bottleneck,

            @About("Seconds that its bottleneck needs for it alone.") @Nullable
            Double aloneSeconds,

            @About("When it is done if those before it are done first.") @Nullable
            Instant expectedEnd,

            @About(
                    value = "Whether the deadline is met: MISSED could be, if others did not go first; IMPOSSIBLE"
                            + " could not even alone.",
                    oneOf = {"MET", "MISSED", "IMPOSSIBLE"})
            @Nullable
            String deadlineState,

            @About("Version of its weight and deadline, for If-Match.")
            String version) {}

    @About("What cancelling a group has cancelled.")
    record GroupCanceledAnswer(
            @About("Its number.") long id,
            @About("Jobs that were open.") int jobs,
            @About("Transfers that were cancelled.") long transfers) {}

    @About("A transfer.")
    record TransferAnswer(
            @About("Its number.") long id,
            @About("The job that it belongs to.") String jobId,
            @About("Name of its pipe.") String pipe,

            @About("URL that is read; secrets of its query are ***.")
            String source,

            @About("URL that is written; secrets of its query are ***.")
            String destination,

            @About("Where it is in its life.") TransferState state,
            @About("1 (last) to 5 (first).") int priority,

            @About("Size in bytes; null if nobody knows it yet.") @Nullable
            Long sizeBytes,

            @About("What was verified, as in ADLER32:12345678; null if nothing was.") @Nullable
            String checksum,

            @About("Tries begun so far.") int attempts,

            @About("How often a failure that may pass is tried again.")
            int retries,

            @About("When the last try began.") @Nullable Instant startTime,
            @About("When it was over.") @Nullable Instant finishTime,

            @About("Why it failed or was cancelled.") @Nullable
            String reason,

            @About("Of one that is not over: the error of an earlier try.") @Nullable
            String lastError,

            @About("Of one that is QUEUED or WAITING: why it does not run now, in words.") @Nullable
            String waits,

            @About("The same as a code.") @Nullable CauseCode waitsFor,

            @About("Of one that runs: bytes moved.") @Nullable
            Long movedBytes,

            @About("Of one that runs: mean since the copy began, in bit/s.") @Nullable
            Double throughputBps,

            @About("Of one that is not over: the rate that its job asks for, in bit/s; null if it asks for none.")
            @Nullable
            Double jobRateBps,

            @About("What was asked for by \"include\".") @JsonInclude(JsonInclude.Include.NON_NULL)
            Includes.@Nullable IncludedAnswer included) {
        TransferAnswer with(Includes.@Nullable IncludedAnswer more) {
            return new TransferAnswer(
                    id,
                    jobId,
                    pipe,
                    source,
                    destination,
                    state,
                    priority,
                    sizeBytes,
                    checksum,
                    attempts,
                    retries,
                    startTime,
                    finishTime,
                    reason,
                    lastError,
                    waits,
                    waitsFor,
                    movedBytes,
                    throughputBps,
                    jobRateBps,
                    more);
        }
    }

    @About("A transfer that was added.")
    record AddedAnswer(
            @About("Its number.") long id,

            @About("The name that the request gave it.") @Nullable
            String name,

            @About("The pipe that it goes through.") String pipe) {}

    @About("What an add-transfer request has made.")
    record TransfersAddedAnswer(
            @About("The job that holds the transfers.") String jobId,
            @About("In the order of the request.") List<AddedAnswer> transfers) {}

    @About("A transfer is cancelled.")
    record TransferCanceledAnswer(
            @About("Its number.") long id,
            @About("Its job.") String jobId,

            @About("How many transfers were cancelled, with those that waited for it.")
            long canceledTransfers) {}

    @About("How many transfers of a job are where.")
    record JobCountsAnswer(
            @About("All.") int total,
            @About("Finished.") int finished,
            @About("Failed.") int failed,
            @About("Cancelled.") int canceled,
            @About("Not over.") int open) {}

    @About("A job: transfers that were added together.")
    record JobAnswer(
            @About("Its id.") String id,
            @About("Whose it is.") String user,
            @About("Distinguished name of who added it.") String submittedBy,

            @About(
                    value = "As FTS names it.",
                    oneOf = {"SUBMITTED", "ACTIVE", "FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED"})
            String state,

            @About("When it was added.") Instant submitTime,
            @About("When it was over.") @Nullable Instant finishTime,

            @About("Why it failed or was cancelled.") @Nullable
            String reason,

            @About("1 (last) to 5 (first).") int priority,
            @About("Its transfers by state.") JobCountsAnswer transfers,

            @About("What was asked for by \"include\".") @JsonInclude(JsonInclude.Include.NON_NULL)
            Includes.@Nullable IncludedAnswer included) {}

    @About("A job is cancelled.")
    record JobCanceledAnswer(
            @About("Its id.") String id,
            @About("How many transfers were cancelled.") long canceledTransfers) {}

    @About("A job was made of what another did not finish.")
    record JobAgainAnswer(
            @About("The new job.") String jobId,
            @About("The job that is over.") String of) {}

    @About("What a cause rests on, with its own cause.")
    record BehindAnswer(
            @About("As in \"transfer 5\" or \"pipe a-b-cms\".")
            String of,

            @About("What it is, for programs.") CauseCode code,
            @About("One sentence, for people.") String text,
            @About("Names and numbers in it, by key.") Map<String, Object> details,
            @About("What stands behind it.") List<BehindAnswer> next) {
        static List<BehindAnswer> of(Cause cause) {
            return cause.next().stream()
                    .map(behind -> new BehindAnswer(
                            behind.of(),
                            behind.cause().code(),
                            behind.cause().text(),
                            behind.cause().details(),
                            of(behind.cause())))
                    .toList();
        }
    }

    @About("What a control interval decided of a pipe.")
    record DecidedAnswer(
            @About("When.") Instant at,
            @About("n from then on.") int connections,
            @About("n before.") int connectionsBefore,

            @About("What the pipe moved in the interval before, in bit/s.")
            double throughputBps,

            @About("Why, for programs.") String reason,

            @About("Why, for people, with the numbers behind it.")
            String rationale) {
        static List<DecidedAnswer> of(List<ControlBoard.Decided> decisions) {
            return decisions.stream().map(DecidedAnswer::of).toList();
        }

        private static DecidedAnswer of(ControlBoard.Decided decided) {
            PipeDecision decision = decided.pipe().decision();
            return new DecidedAnswer(
                    decided.at(),
                    decision.tuning().connections(),
                    decision.previousConnections(),
                    decided.pipe().observation().throughputBps(),
                    decision.rationale().reason().name(),
                    decision.rationale().inWords());
        }
    }

    @About("Why a pipe is as it is now.")
    record PipeWhyAnswer(
            @About("What it is, for programs.") CauseCode code,
            @About("One sentence, for people.") String text,
            @About("Names and numbers in it, by key.") Map<String, Object> details,
            @About("What stands behind it.") List<BehindAnswer> next,
            @About(DECISIONS) List<DecidedAnswer> decisions,
            @About("Name of the pipe.") String id) {
        static PipeWhyAnswer of(Cause cause, List<ControlBoard.Decided> decisions, String id) {
            return new PipeWhyAnswer(
                    cause.code(),
                    cause.text(),
                    cause.details(),
                    BehindAnswer.of(cause),
                    DecidedAnswer.of(decisions),
                    id);
        }
    }

    @About("Why a job is as it is now.")
    record JobWhyAnswer(
            @About("What it is, for programs.") CauseCode code,
            @About("One sentence, for people.") String text,
            @About("Names and numbers in it, by key.") Map<String, Object> details,

            @About("What stands behind it: an example of each cause.")
            List<BehindAnswer> next,

            @About("Id of the job.") String id,
            @About("State of the job, as FTS names it.") String state) {
        static JobWhyAnswer of(Cause cause, String id, String state) {
            return new JobWhyAnswer(cause.code(), cause.text(), cause.details(), BehindAnswer.of(cause), id, state);
        }
    }

    @About("Why a transfer is as it is now.")
    record TransferWhyAnswer(
            @About("What it is, for programs.") CauseCode code,
            @About("One sentence, for people.") String text,
            @About("Names and numbers in it, by key.") Map<String, Object> details,

            @About("What stands behind it: its pipe, or the transfer that it waits for.")
            List<BehindAnswer> next,

            @About(DECISIONS + " Empty of a transfer that is over.")
            List<DecidedAnswer> decisions,

            @About("Number of the transfer.") long id,
            @About("Where it is in its life.") TransferState state) {
        static TransferWhyAnswer of(Cause cause, List<ControlBoard.Decided> decisions, long id, TransferState state) {
            return new TransferWhyAnswer(
                    cause.code(),
                    cause.text(),
                    cause.details(),
                    BehindAnswer.of(cause),
                    DecidedAnswer.of(decisions),
                    id,
                    state);
        }
    }
}
