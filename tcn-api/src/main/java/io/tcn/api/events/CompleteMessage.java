// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static io.tcn.api.events.MessageSubject.orEmpty;

import io.tcn.api.store.outbox.OutboxRow;
import io.tcn.core.model.TransferState;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// FTS's message that an attempt has ended, or that a transfer was cancelled; fields and units are in
/// docs/messages.md. Phases that TCN does not measure (checksums, SRM) have the time 0.
final class CompleteMessage {
    private static final double MILLIS_PER_SECOND = 1000;
    /// FTS's rate and share of what had no duration.
    private static final double NOT_KNOWN = -1;
    /// FTS's job state for jobs whose end a message about one file cannot tell.
    private static final String UNKNOWN = "UNKNOWN";
    private static final String ACTIVE = "ACTIVE";
    private static final String FAILED = "FAILED";
    /// FTS's states of jobs that are over.
    private static final Set<String> OVER = Set.of("FINISHED", "FINISHEDDIRTY", FAILED, "CANCELED");
    /// Nothing was cleaned up or evicted.
    private static final int NOT_DONE = -1;

    private CompleteMessage() {}

    /// How an attempt ended, in FTS's words.
    private enum Final {
        OK("Ok", 1),
        ERROR("Error", 0),
        ABORT("Abort", -1);

        private final String word;
        private final int flag;

        Final(String word, int flag) {
            this.word = word;
            this.flag = flag;
        }

        /// A transfer that is queued or waits again had an attempt that failed.
        static Final of(TransferState state) {
            return switch (state) {
                case FINISHED -> OK;
                case CANCELED -> ABORT;
                case WAITING, QUEUED, CLAIMED, ACTIVE, FAILED -> ERROR;
            };
        }
    }

    static ObjectNode of(MessageSubject subject) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        Final end = Final.of(subject.row().then().state());
        ErrorText error = end == Final.OK
                ? ErrorText.NONE
                : ErrorText.of(subject.row().then().reason()).orCanceled(end == Final.ABORT);
        who(message, subject);
        error(message, subject, error, end);
        sizes(message, subject, end);
        times(message, subject, end);
        job(message, subject, end);
        how(message, subject);
        return message;
    }

    private static void who(ObjectNode message, MessageSubject subject) {
        OutboxRow.FileFacts file = subject.file();
        message.put("tr_id", subject.transferId());
        message.put("job_id", file.job().id());
        message.put("file_id", subject.row().transfer());
        message.put("endpnt", subject.endpnt());
        message.put("src_srm_v", "");
        message.put("dest_srm_v", "");
        message.put("vo", file.job().user());
        message.put("src_url", file.ends().source().shown());
        message.put("dst_url", file.ends().destination().shown());
        message.put("final_destination", file.ends().finalDestination().shown());
        message.put("src_hostname", subject.sourceHost());
        message.put("dst_hostname", subject.destinationHost());
        message.put("src_se", subject.sourceSe());
        message.put("dst_se", subject.destinationSe());
        message.put("src_site_name", "");
        message.put("dst_site_name", "");
        message.put("t_channel", subject.channel());
        message.put("srm_space_token_src", orEmpty(file.job().sourceSpace()));
        message.put("srm_space_token_dst", orEmpty(file.job().destinationSpace()));
        message.put("user_dn", file.job().userDn());
        message.put("activity", file.activity());
        message.set("file_metadata", subject.metadata());
        message.set("job_metadata", subject.jobMetadata());
    }

    private static void error(ObjectNode message, MessageSubject subject, ErrorText error, Final end) {
        Boolean recoverable = subject.row().then().recoverable();
        boolean moved = subject.row().then().started() != null;
        message.put("t_error_code", error.code());
        message.put("tr_error_scope", error.scope());
        message.put("t_failure_phase", end == Final.OK ? "" : moved ? "TRANSFER" : "TRANSFER_PREPARATION");
        message.put("tr_error_category", error.category());
        message.put("t_final_transfer_state", end.word);
        message.put("t_final_transfer_state_flag", end.flag);
        message.put("t__error_message", error.message());
        message.put("is_recoverable", end == Final.ERROR && recoverable != null && recoverable);
    }

    private static void sizes(ObjectNode message, MessageSubject subject, Final end) {
        long size = Math.max(0, subject.row().then().sizeBytes());
        message.put("tr_bt_transfered", end == Final.OK ? size : 0);
        message.put("nstreams", 1);
        message.put("buf_size", 0);
        message.put("tcp_buf_size", 0);
        message.put("block_size", 0);
        message.put("scitag", subject.file().scitag());
        message.put("f_size", size);
        message.put("file_size", size);
    }

    private static void times(ObjectNode message, MessageSubject subject, Final end) {
        Instant finished = subject.row().happened();
        Instant begun = subject.begun();
        boolean moved = subject.row().then().started() != null;
        long millis = Math.max(0, Duration.between(begun, finished).toMillis());
        long size = Math.max(0, subject.row().then().sizeBytes());
        message.put("tr_timestamp_start", begun.toEpochMilli());
        message.put("tr_timestamp_complete", finished.toEpochMilli());
        message.put("timestamp_tr_st", moved ? begun.toEpochMilli() : 0);
        message.put("timestamp_tr_comp", moved ? finished.toEpochMilli() : 0);
        message.put("transfer_time", moved ? millis : 0);
        message.put("operation_time", millis);
        message.put("throughput", end == Final.OK && millis > 0 ? size * MILLIS_PER_SECOND / millis : NOT_KNOWN);
        for (String notMeasured : new String[] {
            "timestamp_chk_src_st",
            "timestamp_chk_src_ended",
            "timestamp_checksum_dest_st",
            "timestamp_checksum_dest_ended",
            "timestamp_checksum_src_diff",
            "timestamp_checksum_dst_diff",
            "time_srm_prep_st",
            "time_srm_prep_end",
            "time_srm_fin_st",
            "time_srm_fin_end",
            "srm_preparation_time",
            "srm_finalization_time",
            "srm_overhead_time"
        }) {
            message.put(notMeasured, 0L);
        }
        message.put("srm_overhead_percentage", NOT_KNOWN);
        Duration timeout = subject.file().timeout();
        message.put("t_timeout", timeout == null ? 0 : timeout.toSeconds());
        message.put("chk_timeout", 0);
    }

    private static void job(ObjectNode message, MessageSubject subject, Final end) {
        char type = subject.file().job().type();
        boolean isSingle = type == 'N' || type == 'Y';
        message.put("retry", subject.row().then().retries());
        message.put("retry_max", subject.file().maxRetries());
        message.put("job_m_replica", subject.isMultiReplica());
        message.put("job_multihop", subject.isMultihop());
        message.put("transfer_lasthop", subject.file().ends().isLastHop());
        message.put("is_archiving", false);
        message.put("job_state", isSingle ? UNKNOWN : jobState(subject, end));
        message.put("eviction_code", NOT_DONE);
        message.put("cleanup_code", NOT_DONE);
        message.put("overwrite_on_disk_flag", false);
        message.put("overwrite_on_disk_deletion_code", NOT_DONE);
        message.put("auth_method", authMethod(subject));
        message.put("transfer_type", end == Final.ABORT && subject.row().then().started() == null ? "" : "copy");
    }

    /// The job's state, as the server of FTS tells it. A source of several that failed leaves the job `ACTIVE` as long
    /// as others may be tried, even before bytes have moved: readers take each other word for its end.
    private static String jobState(MessageSubject subject, Final end) {
        String state = subject.row().then().jobState();
        return subject.isMultiReplica() && end == Final.ERROR ? (OVER.contains(state) ? FAILED : ACTIVE) : state;
    }

    /// What the submission was made with; the job's metadata has it for every job.
    private static String authMethod(MessageSubject subject) {
        String method = subject.jobMetadata().path("auth_method").asString("");
        return method.isEmpty() ? "certificate" : method;
    }

    private static void how(ObjectNode message, MessageSubject subject) {
        String source = MessageSubject.scheme(subject.source());
        String destination = MessageSubject.scheme(subject.destination());
        message.put("channel_type", "urlcopy");
        message.put("ipver", "unknown");
        message.put("protocol", source);
        message.put("src_protocol", source);
        message.put("dst_protocol", destination);
        message.put("src_transfer_protocol", source);
        message.put("dst_transfer_protocol", destination);
        message.put("protocol_translation", !source.equals(destination));
    }
}
