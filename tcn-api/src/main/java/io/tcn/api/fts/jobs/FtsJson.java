// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.store.JobView;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.TransferState;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Jobs and files as FTS shows them: every key always there, null where there is no value.
@Component
class FtsJson {
    private static final double BYTES_PER_MIB = 1 << 20;

    private final JsonMapper mapper;

    FtsJson(JsonMapper mapper) {
        this.mapper = mapper;
    }

    Map<String, Object> job(JobView job) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("job_id", job.id());
        json.put("job_state", job.state());
        json.put("job_type", job.type());
        json.put("source_se", job.sourceSe());
        json.put("dest_se", job.destSe());
        json.put("user_dn", job.userDn());
        json.put("vo_name", job.userId());
        json.put("cred_id", job.credentialId());
        json.put("submit_time", FtsDates.format(job.submitTime()));
        json.put("job_finished", FtsDates.format(job.finishTime()));
        json.put("reason", job.reason());
        json.put("priority", job.priority());
        json.put("retry", job.retry());
        json.put("retry_delay", job.retryDelay());
        json.put("job_metadata", tree(job.metadata()));
        json.put(
                "max_time_in_queue",
                job.expireTime() == null ? null : job.expireTime().getEpochSecond());
        json.put("overwrite_flag", job.overwriteFlag());
        json.put("verify_checksum", job.verifyChecksum());
        json.put("copy_pin_lifetime", -1);
        json.put("bring_online", -1);
        json.put("archive_timeout", -1);
        json.put("source_spacetoken", job.sourceSpace());
        json.put("destination_spacetoken", job.destinationSpace());
        json.put("internal_job_params", job.internalParams());
        json.put("dst_file_report", false);
        json.put("cancel_job", job.cancelRequested());
        json.put("submit_host", job.submitHost());
        json.put("target_qos", null);
        json.put("os_project_id", null);
        return json;
    }

    Map<String, Object> file(TransferView transfer, JobView job) {
        Map<String, Object> json = new LinkedHashMap<>();
        boolean begun = transfer.startTime() != null;
        Double seconds = seconds(transfer);
        json.put("file_id", transfer.id());
        json.put("file_index", transfer.fileIndex());
        json.put("job_id", transfer.jobId());
        json.put("vo_name", job.userId());
        json.put("file_state", FtsNames.fileState(transfer.state(), job.type(), transfer.unreleased()));
        json.put("file_state_initial", "");
        json.put("source_surl", transfer.source());
        json.put("dest_surl", transfer.destination());
        json.put("source_se", FtsNames.storageElement(URI.create(transfer.source())));
        json.put("dest_se", FtsNames.storageElement(URI.create(transfer.destination())));
        json.put("start_time", FtsDates.format(transfer.startTime()));
        json.put("finish_time", FtsDates.format(transfer.finishTime()));
        json.put("staging_start", null);
        json.put("staging_finished", null);
        json.put("archive_start_time", null);
        json.put("archive_finish_time", null);
        json.put("tx_duration", seconds);
        json.put(
                "throughput",
                seconds != null && seconds > 0 && transfer.state() == TransferState.FINISHED
                        ? transfer.sizeBytes() / BYTES_PER_MIB / seconds
                        : null);
        json.put("filesize", begun && transfer.sizeBytes() >= 0 ? transfer.sizeBytes() : null);
        json.put("user_filesize", Math.max(0, transfer.userSize()));
        json.put("checksum", transfer.checksum());
        json.put("file_metadata", tree(transfer.metadata()));
        json.put("staging_metadata", null);
        json.put("archive_metadata", null);
        json.put("recoverable", transfer.recoverable());
        json.put("activity", transfer.activity());
        json.put("retry", transfer.retries());
        json.put("priority", transfer.priority());
        json.put("scitag", null);
        json.put("transfer_host", transfer.attempts() > 0 ? job.submitHost() : null);
        json.put("staging_host", null);
        json.put("selection_strategy", "auto");
        json.put("log_file", null);
        json.put("log_debug", null);
        json.put("reason", transfer.state() == TransferState.FINISHED ? null : transfer.reason());
        json.put("pid", null);
        json.put("hashed_id", (int) (transfer.id() * 0x9e37_79b9L & 0xffff));
        json.put("src_token_id", null);
        json.put("dst_token_id", null);
        json.put("dest_surl_uuid", null);
        json.put("internal_file_params", null);
        json.put("bringonline_token", null);
        return json;
    }

    private static @Nullable Double seconds(TransferView transfer) {
        if (transfer.startTime() == null || transfer.finishTime() == null) {
            return null;
        }
        return Duration.between(transfer.startTime(), transfer.finishTime()).toMillis() / 1000.0;
    }

    private Object tree(@Nullable String text) {
        return text == null ? JsonNodeFactory.instance.nullNode() : mapper.readTree(text);
    }
}
