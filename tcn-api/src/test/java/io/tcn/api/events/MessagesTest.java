// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.store.outbox.MessageKind;
import io.tcn.api.store.outbox.OutboxRow;
import io.tcn.api.text.StorageUrl;
import io.tcn.core.model.TransferState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is in FTS's monitoring messages.
class MessagesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Instant STARTED = Instant.parse("2026-03-01T12:00:30.250Z");
    private static final Instant ENDED = Instant.parse("2026-03-01T12:00:32.750Z");

    private static OutboxRow row(
            MessageKind kind,
            TransferState state,
            @Nullable Instant started,
            @Nullable Boolean recoverable,
            @Nullable String reason,
            char type) {
        return row(kind, state, started, recoverable, reason, type, "ACTIVE");
    }

    private static OutboxRow row(
            MessageKind kind,
            TransferState state,
            @Nullable Instant started,
            @Nullable Boolean recoverable,
            @Nullable String reason,
            char type,
            String jobState) {
        return new OutboxRow(
                7,
                4711,
                kind,
                ENDED,
                new OutboxRow.Snapshot(state, false, jobState, 2, 1, 5_000_000, started, recoverable, reason),
                new OutboxRow.FileFacts(
                        new OutboxRow.JobFacts(
                                "d61a60b3-3292-556d-987f-791b9f5e6e49",
                                type,
                                "{\"issuer\":\"rucio\",\"auth_method\":\"oauth2\"}",
                                "cms",
                                "/DC=org/CN=Alice",
                                Instant.parse("2026-03-01T11:59:00Z"),
                                null,
                                "TOKEN"),
                        0,
                        new OutboxRow.Ends(
                                new StorageUrl("davs://a.example.org:1094/d/f1"),
                                new StorageUrl("https://b.example.org/d/f1"),
                                new StorageUrl("https://b.example.org/d/f1"),
                                false),
                        -1,
                        65,
                        "Production",
                        "{\"request_id\":\"r-42\"}",
                        3,
                        Duration.ofSeconds(77)));
    }

    private static MessageSubject subject(OutboxRow row) {
        OutboxRow.FileFacts file = row.file();
        if (file == null) {
            throw new AssertionError("no file");
        }
        return MessageSubject.of(row, file, "fts.example.org", JSON);
    }

    private static ObjectNode complete(
            TransferState state, @Nullable Instant started, @Nullable Boolean recoverable, @Nullable String reason) {
        return CompleteMessage.of(subject(row(MessageKind.COMPLETE, state, started, recoverable, reason, 'N')));
    }

    @Test
    void aCompleteMessageHasEveryFieldOfFts() {
        assertThat(complete(TransferState.FINISHED, STARTED, null, null).propertyNames())
                .containsExactlyInAnyOrder(("tr_id job_id file_id endpnt src_srm_v dest_srm_v vo src_url dst_url"
                                + " src_hostname dst_hostname src_se dst_se protocol src_site_name dst_site_name"
                                + " t_channel timestamp_tr_st timestamp_tr_comp timestamp_chk_src_st"
                                + " timestamp_chk_src_ended timestamp_checksum_dest_st timestamp_checksum_dest_ended"
                                + " t_timeout chk_timeout t_error_code tr_error_scope t_failure_phase"
                                + " tr_error_category t_final_transfer_state t_final_transfer_state_flag"
                                + " tr_bt_transfered nstreams buf_size tcp_buf_size block_size scitag f_size file_size"
                                + " time_srm_prep_st time_srm_prep_end time_srm_fin_st time_srm_fin_end"
                                + " srm_space_token_src srm_space_token_dst t__error_message tr_timestamp_start"
                                + " tr_timestamp_complete transfer_time operation_time throughput srm_preparation_time"
                                + " srm_finalization_time srm_overhead_time srm_overhead_percentage"
                                + " timestamp_checksum_src_diff timestamp_checksum_dst_diff channel_type user_dn"
                                + " file_metadata job_metadata activity retry retry_max job_m_replica job_multihop"
                                + " transfer_lasthop is_archiving job_state is_recoverable ipver eviction_code"
                                + " cleanup_code final_destination transfer_type auth_method overwrite_on_disk_flag"
                                + " overwrite_on_disk_deletion_code src_protocol dst_protocol src_transfer_protocol"
                                + " dst_transfer_protocol protocol_translation")
                        .split(" "));
    }

    @Test
    void startAndStateMessagesHaveEveryFieldOfFts() {
        OutboxRow row = row(MessageKind.START, TransferState.ACTIVE, STARTED, null, null, 'N');
        assertThat(StartMessage.of(subject(row)).propertyNames())
                .containsExactlyInAnyOrder(("transfer_id job_id file_id endpnt timestamp src_srm_v dest_srm_v vo"
                                + " src_url dst_url src_hostname dst_hostname src_site_name dst_site_name t_channel"
                                + " srm_space_token_src srm_space_token_dst user_dn is_archiving file_metadata"
                                + " job_metadata")
                        .split(" "));
        assertThat(StateMessage.of(subject(row)).propertyNames())
                .containsExactlyInAnyOrder(("user_dn src_url dst_url vo_name source_se dest_se job_id file_id"
                                + " job_state file_state retry_counter retry_max user_filesize timestamp submit_time"
                                + " staging_start staging_finished staging archiving_start archiving_finished"
                                + " archiving reason job_metadata file_metadata")
                        .split(" "));
    }

    @Test
    void noMessageHasASecretOfAUrl() {
        OutboxRow row = row(MessageKind.COMPLETE, TransferState.FINISHED, STARTED, null, null, 'N');
        OutboxRow.FileFacts file = subject(row).file();
        StorageUrl secret = new StorageUrl("https://a.example.org/d/f1?authz=Bearer%20hush&v=2");
        OutboxRow.FileFacts signed = new OutboxRow.FileFacts(
                new OutboxRow.JobFacts(file.job().id(), 'H', null, "cms", "/DC=org/CN=Alice", STARTED, null, null),
                0,
                new OutboxRow.Ends(secret, secret, secret, false),
                10,
                0,
                "",
                null,
                0,
                null);
        MessageSubject subject = MessageSubject.of(row, signed, "fts.example.org", JSON);
        for (ObjectNode message :
                List.of(CompleteMessage.of(subject), StartMessage.of(subject), StateMessage.of(subject))) {
            assertThat(message.toString())
                    .doesNotContain("hush")
                    .contains("\"src_url\":\"https://a.example.org/d/f1?authz=***&v=2\"")
                    .contains("\"dst_url\":\"https://a.example.org/d/f1?authz=***&v=2\"");
        }
        assertThat(subject.toString()).doesNotContain("hush");
    }

    @Test
    void aFinishedTransferIsOk() {
        JsonNode message = complete(TransferState.FINISHED, STARTED, null, null);

        String id = "2026-03-01-1200__a.example.org__b.example.org__4711__d61a60b3-3292-556d-987f-791b9f5e6e49";
        assertThat(message.path("tr_id").stringValue()).isEqualTo(id);
        assertThat(message.path("t_final_transfer_state").stringValue()).isEqualTo("Ok");
        assertThat(message.path("t_final_transfer_state_flag").intValue()).isEqualTo(1);
        assertThat(message.path("t__error_message").stringValue()).isEmpty();
        assertThat(message.path("is_recoverable").booleanValue()).isFalse();
        assertThat(message.path("tr_timestamp_start").longValue()).isEqualTo(STARTED.toEpochMilli());
        assertThat(message.path("tr_timestamp_complete").longValue()).isEqualTo(ENDED.toEpochMilli());
        // 5 MB in 2.5 s
        assertThat(message.path("transfer_time").longValue()).isEqualTo(2500);
        assertThat(message.path("throughput").doubleValue()).isEqualTo(2e6);
        assertThat(message.path("tr_bt_transfered").longValue()).isEqualTo(5_000_000);
        assertThat(message.path("src_se").stringValue()).isEqualTo("davs://a.example.org");
        assertThat(message.path("t_channel").stringValue()).isEqualTo("davs://a.example.org__https://b.example.org");
        assertThat(message.path("protocol_translation").booleanValue()).isTrue();
        assertThat(message.path("file_metadata").path("request_id").stringValue())
                .isEqualTo("r-42");
        assertThat(message.path("job_metadata").path("issuer").stringValue()).isEqualTo("rucio");
        assertThat(message.path("auth_method").stringValue()).isEqualTo("oauth2");
        assertThat(message.path("srm_space_token_src").stringValue()).isEmpty();
        assertThat(message.path("srm_space_token_dst").stringValue()).isEqualTo("TOKEN");
        assertThat(message.path("scitag").intValue()).isEqualTo(65);
        assertThat(message.path("t_timeout").intValue()).isEqualTo(77);
        OutboxRow start = row(MessageKind.START, TransferState.ACTIVE, STARTED, null, null, 'N');
        assertThat(StartMessage.of(subject(start)).path("transfer_id").stringValue())
                .isEqualTo(id);
    }

    @Test
    void anAttemptThatIsTriedAgainIsARecoverableError() {
        JsonNode message =
                complete(TransferState.QUEUED, STARTED, true, "SOURCE [112] 'a' \"cannot\" be\treached: ä\n down");

        assertThat(message.path("t_final_transfer_state").stringValue()).isEqualTo("Error");
        assertThat(message.path("t_final_transfer_state_flag").intValue()).isZero();
        assertThat(message.path("is_recoverable").booleanValue()).isTrue();
        assertThat(message.path("t_error_code").intValue()).isEqualTo(112);
        assertThat(message.path("tr_error_scope").stringValue()).isEqualTo("SOURCE");
        assertThat(message.path("t__error_message").stringValue()).isEqualTo("SOURCE [112] a cannot bereached:  down");
        assertThat(message.path("retry").intValue()).isEqualTo(1);
        assertThat(message.path("retry_max").intValue()).isEqualTo(3);
        assertThat(message.path("tr_bt_transfered").longValue()).isZero();
    }

    @Test
    void aCancelledTransferThatNeverMovedIsAnAbort() {
        JsonNode message = complete(TransferState.CANCELED, null, false, "Job canceled by the user");

        assertThat(message.path("t_final_transfer_state").stringValue()).isEqualTo("Abort");
        assertThat(message.path("t_final_transfer_state_flag").intValue()).isEqualTo(-1);
        assertThat(message.path("t__error_message").stringValue()).isEqualTo("Job canceled by the user");
        assertThat(message.path("t_error_code").intValue()).isEqualTo(125);
        assertThat(message.path("tr_error_scope").stringValue()).isEqualTo("TRANSFER");
        assertThat(message.path("tr_error_category").stringValue()).isEqualTo("OPERATION_CANCELED");
        assertThat(message.path("throughput").doubleValue()).isEqualTo(-1);
        assertThat(message.path("srm_overhead_percentage").doubleValue()).isEqualTo(-1);
        assertThat(message.path("timestamp_tr_st").longValue()).isZero();
        assertThat(message.path("tr_timestamp_start").longValue()).isEqualTo(ENDED.toEpochMilli());
    }

    @ParameterizedTest
    @CsvSource({
        "N, UNKNOWN, false, false",
        "Y, UNKNOWN, false, false",
        "H, ACTIVE, true, false",
        "R, ACTIVE, false, true"
    })
    void onlyTypesWithOneResultTellTheStateOfTheJob(char type, String jobState, boolean multihop, boolean replica) {
        JsonNode message = CompleteMessage.of(
                subject(row(MessageKind.COMPLETE, TransferState.FINISHED, STARTED, null, null, type)));

        assertThat(message.path("job_state").stringValue()).isEqualTo(jobState);
        assertThat(message.path("job_multihop").booleanValue()).isEqualTo(multihop);
        assertThat(message.path("job_m_replica").booleanValue()).isEqualTo(replica);
    }

    /// Readers such as Rucio's take each word but `ACTIVE` for the end of the job, and submit the file again.
    @ParameterizedTest
    @CsvSource({
        "FAILED, SUBMITTED, ACTIVE",
        "FAILED, ACTIVE, ACTIVE",
        "FAILED, FAILED, FAILED",
        "FAILED, CANCELED, FAILED",
        "FINISHED, FINISHED, FINISHED",
        "CANCELED, CANCELED, CANCELED"
    })
    void aSourceOfSeveralThatFailsEndsTheJobOnlyIfItWasTheLast(TransferState state, String jobState, String told) {
        String reason = state == TransferState.FAILED ? "SOURCE [2] there is no source" : null;

        JsonNode message =
                CompleteMessage.of(subject(row(MessageKind.COMPLETE, state, null, false, reason, 'R', jobState)));

        assertThat(message.path("job_state").stringValue()).isEqualTo(told);
    }

    @Test
    void aLongErrorIsCutAndOneOfAnotherFormHasNoNumber() {
        assertThat(ErrorText.of("TRANSFER [5] " + "x".repeat(5000)).message()).hasSize(1024);
        assertThat(ErrorText.of("whatever")).isEqualTo(new ErrorText("", 0, "whatever"));
        assertThat(ErrorText.of(null)).isEqualTo(ErrorText.NONE);
    }

    @Test
    void metadataThatIsNoneIsNull() {
        OutboxRow whole = row(MessageKind.STATE, TransferState.QUEUED, null, null, null, 'N');
        OutboxRow.FileFacts file = subject(whole).file();
        OutboxRow.FileFacts bare = new OutboxRow.FileFacts(
                new OutboxRow.JobFacts(file.job().id(), 'N', null, "cms", "", ENDED, null, null),
                0,
                new OutboxRow.Ends(
                        file.ends().source(),
                        file.ends().destination(),
                        file.ends().destination(),
                        false),
                10,
                0,
                "default",
                null,
                0,
                null);
        MessageSubject subject = MessageSubject.of(whole, bare, "here", JSON);

        assertThat(StateMessage.of(subject).get("file_metadata").isNull()).isTrue();
        assertThat(StateMessage.of(subject).path("user_filesize").longValue()).isEqualTo(10);
        assertThat(StateMessage.of(subject).path("file_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(StateMessage.of(subject).path("submit_time").longValue()).isEqualTo(ENDED.toEpochMilli());
    }

    @Test
    void metadataThatIsNoJsonIsRefusedNotSent() {
        OutboxRow whole = row(MessageKind.STATE, TransferState.QUEUED, null, null, null, 'N');
        OutboxRow.FileFacts file = subject(whole).file();
        OutboxRow.FileFacts broken = new OutboxRow.FileFacts(
                new OutboxRow.JobFacts(file.job().id(), 'N', null, "cms", "", ENDED, null, null),
                0,
                new OutboxRow.Ends(
                        file.ends().source(),
                        file.ends().destination(),
                        file.ends().destination(),
                        false),
                10,
                0,
                "default",
                "{broken",
                0,
                null);

        assertThatThrownBy(() -> MessageSubject.of(whole, broken, "here", JSON))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not JSON");
    }
}
