// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/// Why a job is not over: what its open transfers wait for, one example of each cause.
@Component
public class JobCauses {
    /// So many open transfers are looked at; the others are counted, and the answer says so.
    private static final int LOOKED_AT = 1000;

    private static final Cause CHANGED = Cause.of(CauseCode.STARTING, "it has just changed");

    private final JobReader reader;
    private final TransferCauses transfers;

    JobCauses(JobReader reader, TransferCauses transfers) {
        this.reader = reader;
        this.transfers = transfers;
    }

    /// The cause of a job.
    public Cause of(JobView job) {
        if (job.isTerminal()) {
            return over(job);
        }
        List<TransferView> open = reader.openTransfersOf(job.id(), LOOKED_AT);
        Map<Long, Cause> causes = transfers.of(open);
        int inAll = Math.max(open.size(), job.total() - job.finished() - job.failed() - job.canceled());
        Map<CauseCode, Long> counts = new EnumMap<>(CauseCode.class);
        Map<CauseCode, TransferView> examples = new EnumMap<>(CauseCode.class);
        for (TransferView transfer : open) {
            Cause cause = causes.getOrDefault(transfer.id(), CHANGED);
            counts.merge(cause.code(), 1L, Long::sum);
            examples.putIfAbsent(cause.code(), transfer);
        }
        Cause whole = counts.size() == 1
                ? only(open, causes, examples, inAll)
                : Cause.of(CauseCode.SEVERAL, several(counts, open.size(), inAll));
        whole = counted(whole, job)
                .with("open", inAll)
                .with("openByCause", counts)
                .with("lookedAt", open.size());
        for (TransferView example : examples.values()) {
            Cause cause = causes.get(example.id());
            if (cause != null) {
                whole = whole.withBehind("transfer " + example.id(), cause);
            }
        }
        return whole;
    }

    /// All that were looked at have one code. Where the words differ, as they do for two banned storages, those of one
    /// are an example.
    private static Cause only(
            List<TransferView> open, Map<Long, Cause> causes, Map<CauseCode, TransferView> examples, int inAll) {
        TransferView example = examples.values().iterator().next();
        Cause cause = causes.getOrDefault(example.id(), CHANGED);
        boolean areTheSame = open.stream()
                .allMatch(transfer ->
                        causes.getOrDefault(transfer.id(), CHANGED).text().equals(cause.text()));
        String who;
        if (open.size() == 1 && inAll == 1) {
            who = "transfer " + example.id() + ", the only one that is open: ";
        } else if (open.size() < inAll) {
            who = "of its " + inAll + " open transfers the first " + open.size() + " were looked at; "
                    + (areTheSame
                            ? "of transfer " + example.id() + " and all others of these: "
                            : "all of these are at " + cause.code() + ", as transfer " + example.id() + ": ");
        } else {
            who = areTheSame
                    ? "transfer " + example.id() + " and all others that are open: "
                    : "its " + inAll + " open transfers are all at " + cause.code() + ", as transfer " + example.id()
                            + ": ";
        }
        return Cause.of(cause.code(), who + cause.text());
    }

    private static String several(Map<CauseCode, Long> counts, int lookedAt, int inAll) {
        if (counts.isEmpty()) {
            return "its last transfers have just ended";
        }
        return lookedAt < inAll
                ? "its " + inAll + " open transfers are at different points; of the first " + lookedAt
                        + ", which were looked at: " + counts
                : "its " + inAll + " open transfers are at different points: " + counts;
    }

    private static Cause over(JobView job) {
        CauseCode code = switch (job.state()) {
            case "FINISHED" -> CauseCode.FINISHED;
            case "CANCELED" -> CauseCode.CANCELED;
            default -> CauseCode.FAILED;
        };
        String reason = job.reason();
        return counted(
                        Cause.of(
                                code,
                                "it is over: " + job.finished() + " of " + job.total() + " transfers finished"
                                        + (reason == null || reason.isBlank() ? "" : "; " + reason)),
                        job)
                .with("at", job.finishTime());
    }

    private static Cause counted(Cause cause, JobView job) {
        return cause.with("transfers", job.total())
                .with("finished", job.finished())
                .with("failed", job.failed())
                .with("canceled", job.canceled());
    }
}
