// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails.CoflowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes down when transfers start and finish. Of long runs it keeps the figures only, and each transfer just as
/// long as it lives. Used by one thread.
final class TransferLog {
    private static final class Entry {
        private final TransferId id;
        private final String name;
        private final PipeId pipe;
        private final long bytes;
        private final double arrivalSeconds;
        private final @Nullable String coflow;
        private double startSeconds = Double.NaN;
        private double finishSeconds = Double.NaN;

        private Entry(TransferSpec spec) {
            this.id = spec.id();
            this.name = spec.name();
            this.pipe = spec.pipe();
            this.bytes = spec.sizeBytes();
            this.arrivalSeconds = spec.arrivalNanos() / 1e9;
            this.coflow = spec.coflow();
        }
    }

    private static final class Coflow {
        private int transfers;
        private int finished;
        private long bytes;
        private double arrivalSeconds = Double.POSITIVE_INFINITY;
        private double finishSeconds;
    }

    private final boolean keepsAll;
    private final Consumer<TransferId> atEnd;
    private final Map<TransferId, Entry> entries = new HashMap<>();
    private final List<Entry> kept = new ArrayList<>();
    private final Map<String, Coflow> coflows = new TreeMap<>();
    private final CompletionStats completions = new CompletionStats();
    private long known;
    private long ended;

    /// @param keepsAll whether each transfer is kept to the end
    /// @param atEnd hears of each transfer that has ended, well or not
    TransferLog(boolean keepsAll, Consumer<TransferId> atEnd) {
        this.keepsAll = keepsAll;
        this.atEnd = atEnd;
    }

    /// A transfer that is to come.
    void expect(TransferSpec spec) {
        Entry entry = new Entry(spec);
        known++;
        entries.put(spec.id(), entry);
        if (keepsAll) {
            kept.add(entry);
        }
        if (spec.coflow() != null) {
            Coflow coflow = coflows.computeIfAbsent(spec.coflow(), name -> new Coflow());
            coflow.transfers++;
            coflow.bytes += spec.sizeBytes();
            coflow.arrivalSeconds = Math.min(coflow.arrivalSeconds, entry.arrivalSeconds);
        }
    }

    void changed(TransferId id, TransferState state, double seconds) {
        Entry entry = entries.get(id);
        if (state.isTerminal()) {
            ended++;
            atEnd.accept(id);
        }
        if (entry == null) {
            return;
        }
        if (state == TransferState.ACTIVE && Double.isNaN(entry.startSeconds)) {
            entry.startSeconds = seconds;
        } else if (state == TransferState.FINISHED) {
            entry.finishSeconds = seconds;
            completions.add(seconds - entry.arrivalSeconds, seconds);
            Coflow coflow = entry.coflow == null ? null : coflows.get(entry.coflow);
            if (coflow != null) {
                coflow.finished++;
                coflow.finishSeconds = Math.max(coflow.finishSeconds, seconds);
            }
        }
        if (state.isTerminal() && !keepsAll) {
            entries.remove(id);
        }
    }

    /// How many transfers have ended, well or not.
    long ended() {
        return ended;
    }

    /// One record for each transfer, in the order in which they became known; none if only figures are kept.
    List<TransferRecord> records(Function<TransferId, TransferState> state) {
        List<TransferRecord> records = new ArrayList<>(kept.size());
        for (Entry entry : kept) {
            records.add(new TransferRecord(
                    entry.name,
                    entry.pipe,
                    entry.bytes,
                    entry.arrivalSeconds,
                    orNull(entry.startSeconds),
                    orNull(entry.finishSeconds),
                    state.apply(entry.id)));
        }
        return records;
    }

    CompletionSummary completions() {
        return completions.summary(known - completions.count());
    }

    /// One record for each coflow, in the order of their names.
    ///
    /// @param said of them in the scenario
    /// @param lateSince since when coflows are expected to miss their deadlines, in virtual seconds; by name
    List<CoflowRecord> coflows(Map<String, CoflowSpec> said, Map<String, Double> lateSince) {
        List<CoflowRecord> records = new ArrayList<>();
        coflows.forEach((name, coflow) -> records.add(new CoflowRecord(
                name,
                coflow.transfers,
                coflow.bytes,
                coflow.arrivalSeconds,
                coflow.finished == coflow.transfers ? (Double) coflow.finishSeconds : null,
                said.getOrDefault(name, CoflowSpec.USUAL).deadlineSeconds(),
                lateSince.get(name))));
        return records;
    }

    private static @Nullable Double orNull(double seconds) {
        return Double.isNaN(seconds) ? null : (Double) seconds;
    }
}
