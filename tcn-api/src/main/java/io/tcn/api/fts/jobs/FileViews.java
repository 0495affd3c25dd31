// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.policy.Holds;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.store.FileReader.FileOfJob;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.api.why.Cause;
import io.tcn.api.why.TransferCauses;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/// Files with what FTS shows of them beyond what is stored: whether they are on hold, how fast they move, and why they
/// wait. The latter is asked of the loops and the store for [#AT_ONCE] files at a time.
@Component
class FileViews {
    static final int AT_ONCE = 1000;

    private final Holds holds;
    private final TransferCauses causes;
    private final ControlPlane controlPlane;

    FileViews(Holds holds, TransferCauses causes, ControlPlane controlPlane) {
        this.controlPlane = controlPlane;
        this.holds = holds;
        this.causes = causes;
    }

    /// Some files, in their order.
    List<FileFields.Shown> of(List<FileOfJob> files) {
        Map<Long, Cause> waiting = causes.of(
                files.stream().map(FileOfJob::file).filter(FileViews::waits).toList());
        StorageElementNames elements = new StorageElementNames();
        return files.stream()
                .map(found -> {
                    TransferView file = found.file();
                    Cause cause = waiting.get(file.id());
                    return new FileFields.Shown(
                            file,
                            found.job(),
                            elements.of(file.source().whole()),
                            elements.of(file.destination().whole()),
                            isHeld(file),
                            cause == null ? null : cause.text(),
                            meanBps(file));
                })
                .toList();
    }

    private double meanBps(TransferView file) {
        return file.state() != TransferState.ACTIVE
                ? 0
                : controlPlane
                        .progressOf(new AttemptId(TransferId.of(file.id()), file.attempts()))
                        .map(AttemptProgress::meanBps)
                        .orElse(0.0);
    }

    private boolean isHeld(TransferView file) {
        return file.state() == TransferState.QUEUED && holds.any() && holds.isHeld(PipeId.of(file.pipeId()));
    }

    private static boolean waits(TransferView file) {
        return file.state() == TransferState.QUEUED || file.state() == TransferState.WAITING;
    }

    /// Takes the files of a job one by one and hands them on as they are to be shown; [Collector#end()] hands on the
    /// last.
    Collector collector(JobView job, Consumer<FileFields.Shown> next) {
        return new Collector(job, next);
    }

    /// Files of a job that are not handed on yet. Mutable; for one thread.
    final class Collector {
        private final JobView job;
        private final Consumer<FileFields.Shown> next;
        private final List<FileOfJob> files = new ArrayList<>();

        private Collector(JobView job, Consumer<FileFields.Shown> next) {
            this.job = job;
            this.next = next;
        }

        void add(TransferView file) {
            files.add(new FileOfJob(file, job));
            if (files.size() == AT_ONCE) {
                end();
            }
        }

        void end() {
            of(files).forEach(next);
            files.clear();
        }
    }
}
