// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.TransferState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// A file as FTS shows it: every key always there, null where there is no value.
final class FileFields {
    private static final double BYTES_PER_MIB = 1 << 20;

    /// A file with what it shows of its job.
    ///
    /// @param sourceElement FTS's storage element of its source
    /// @param destinationElement that of its destination
    /// @param held whether its pipe is held, so that FTS calls it on hold
    /// @param waits why it waits; null if it does not
    /// @param meanBps what it moves on this server, in bit/s; 0 if it does not run or has moved nothing yet
    record Shown(
            TransferView file,
            JobView job,
            String sourceElement,
            String destinationElement,
            boolean held,
            @Nullable String waits,
            double meanBps) {
        String state() {
            return FtsNames.fileState(file.state(), job.type(), file.unreleased(), held);
        }
    }

    static final List<JsonField<Shown>> ALL = List.of(
            JsonField.value("file_id", shown -> shown.file().id()),
            JsonField.value("file_index", shown -> shown.file().fileIndex()),
            JsonField.text("job_id", shown -> shown.file().jobId()),
            JsonField.text("vo_name", shown -> shown.job().userId()),
            JsonField.text("file_state", Shown::state),
            JsonField.text("file_state_initial", shown -> ""),
            JsonField.text("source_surl", shown -> shown.file().source().shown()),
            JsonField.text("dest_surl", shown -> shown.file().destination().shown()),
            JsonField.text("source_se", Shown::sourceElement),
            JsonField.text("dest_se", Shown::destinationElement),
            JsonField.text("start_time", shown -> FtsDates.format(shown.file().startTime())),
            JsonField.text("finish_time", shown -> FtsDates.format(finishTime(shown))),
            JsonField.alwaysNull("staging_start"),
            JsonField.alwaysNull("staging_finished"),
            JsonField.alwaysNull("archive_start_time"),
            JsonField.alwaysNull("archive_finish_time"),
            JsonField.value("tx_duration", shown -> seconds(shown.file())),
            JsonField.value("throughput", FileFields::mebibytesPerSecond),
            JsonField.value("filesize", shown -> foundSize(shown.file())),
            JsonField.value("user_filesize", shown -> Math.max(0, shown.file().userSize())),
            JsonField.text("checksum", shown -> shown.file().checksum()),
            JsonField.json("file_metadata", shown -> metadata(shown.file())),
            JsonField.json("staging_metadata", shown -> shown.file().stagingMetadata()),
            JsonField.json("archive_metadata", shown -> shown.file().archiveMetadata()),
            JsonField.value("recoverable", shown -> shown.file().recoverable()),
            JsonField.text("activity", shown -> shown.file().activity()),
            JsonField.value("retry", shown -> shown.file().retries()),
            JsonField.value("priority", shown -> shown.file().priority()),
            JsonField.value("scitag", shown -> shown.file().scitag()),
            JsonField.text(
                    "transfer_host",
                    shown -> shown.file().attempts() > 0 ? shown.job().submitHost() : null),
            JsonField.alwaysNull("staging_host"),
            JsonField.text(
                    "selection_strategy",
                    shown -> shown.file().selectionStrategy() == null
                            ? "auto"
                            : shown.file().selectionStrategy()),
            JsonField.text("log_file", FileFields::logFile),
            JsonField.value("log_debug", shown -> shown.file().attempts() > 0 ? 0 : null),
            JsonField.text("reason", FileFields::reason),
            JsonField.alwaysNull("pid"),
            JsonField.value("hashed_id", FileFields::hashedId),
            JsonField.text("src_token_id", shown -> shown.file().sourceToken()),
            JsonField.text("dst_token_id", shown -> shown.file().destinationToken()),
            JsonField.alwaysNull("dest_surl_uuid"),
            JsonField.alwaysNull("internal_file_params"),
            JsonField.alwaysNull("bringonline_token"));

    private FileFields() {}

    /// The fields of these names, in the order of all; unknown names are passed over.
    static List<JsonField<Shown>> named(Collection<String> names) {
        return ALL.stream().filter(field -> names.contains(field.name())).toList();
    }

    /// Writes one object.
    static void write(JsonGenerator out, Shown shown, List<JsonField<Shown>> fields) {
        out.writeStartObject();
        for (JsonField<Shown> field : fields) {
            field.write(out, shown);
        }
        out.writeEndObject();
    }

    /// Which of FTS's hosts would take a file: any for a plain file, the same one for all files of other jobs.
    private static int hashedId(Shown shown) {
        return shown.job().type().equals("N")
                ? (int) (shown.file().id() * 0x9e37_79b9L & 0xffff)
                : shown.job().id().hashCode() & 0xffff;
    }

    /// Why it failed or was cancelled, or why it waits. A file that was never used has no reason: Rucio then says
    /// itself that the hop was not used.
    private static @Nullable String reason(Shown shown) {
        if (shown.state().equals(FtsNames.NOT_USED) || shown.file().state() == TransferState.FINISHED) {
            return null;
        }
        return shown.waits() == null ? shown.file().reason() : shown.waits();
    }

    /// A file that was never used has no end.
    private static @Nullable Instant finishTime(Shown shown) {
        return shown.state().equals(FtsNames.NOT_USED) ? null : shown.file().finishTime();
    }

    private static @Nullable Double seconds(TransferView file) {
        Instant start = file.startTime();
        Instant end = file.finishTime();
        return start == null || end == null
                ? null
                : Duration.between(start, end).toMillis() / 1000.0;
    }

    /// Of a file that is over or running.
    private static @Nullable Double mebibytesPerSecond(Shown shown) {
        if (shown.meanBps() > 0) {
            return shown.meanBps() / 8 / BYTES_PER_MIB;
        }
        TransferView file = shown.file();
        Double seconds = seconds(file);
        return seconds != null && seconds > 0 && file.state() == TransferState.FINISHED
                ? file.sizeBytes() / BYTES_PER_MIB / seconds
                : null;
    }

    private static @Nullable Long foundSize(TransferView file) {
        return file.startTime() != null && file.sizeBytes() >= 0 ? file.sizeBytes() : null;
    }

    /// The log of a transfer that was tried at least once.
    private static @Nullable String logFile(Shown shown) {
        return shown.file().attempts() == 0
                ? null
                : "/jobs/" + shown.job().id() + "/files/" + shown.file().id() + "/log";
    }

    /// The submitted metadata, with what lies at the destination where that was asked for and is why it failed.
    private static @Nullable String metadata(TransferView file) {
        String existing = file.existing();
        if (existing == null) {
            return file.metadata();
        }
        return DestinationReport.merge(file.metadata(), existing);
    }
}
