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
    /// So many open transfers are looked at; the others are counted.
    private static final int LOOKED_AT = 1000;

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
        Map<CauseCode, Long> counts = new EnumMap<>(CauseCode.class);
        Map<CauseCode, TransferView> examples = new EnumMap<>(CauseCode.class);
        for (TransferView transfer : open) {
            Cause cause = causes.getOrDefault(transfer.id(), Cause.of(CauseCode.STARTING, "it has just changed"));
            counts.merge(cause.code(), 1L, Long::sum);
            examples.putIfAbsent(cause.code(), transfer);
        }
        Cause whole = counts.size() == 1 ? only(causes, examples) : Cause.of(CauseCode.SEVERAL, text(job, counts));
        whole = counted(whole, job).with("openByCause", counts).with("lookedAt", open.size());
        for (TransferView example : examples.values()) {
            Cause cause = causes.get(example.id());
            if (cause != null) {
                whole = whole.withBehind("transfer " + example.id(), cause);
            }
        }
        return whole;
    }

    private static Cause only(Map<Long, Cause> causes, Map<CauseCode, TransferView> examples) {
        TransferView example = examples.values().iterator().next();
        Cause cause = causes.getOrDefault(example.id(), Cause.of(CauseCode.STARTING, "it has just changed"));
        return Cause.of(cause.code(), "transfer " + example.id() + " and all others that are open: " + cause.text());
    }

    private static String text(JobView job, Map<CauseCode, Long> counts) {
        return counts.isEmpty()
                ? "its last transfers have just ended"
                : "its " + (job.total() - job.finished() - job.failed() - job.canceled())
                        + " open transfers are at different points: " + counts;
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
