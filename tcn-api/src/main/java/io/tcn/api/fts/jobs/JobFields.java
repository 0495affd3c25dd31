// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.store.JobView;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/// A job as FTS shows it: every key always there, null where there is no value.
final class JobFields {
    static final List<JsonField<JobView>> ALL = List.of(
            JsonField.text("job_id", JobView::id),
            JsonField.text("job_state", JobView::state),
            JsonField.text("job_type", JobView::type),
            JsonField.text("source_se", JobView::sourceSe),
            JsonField.text("dest_se", JobView::destSe),
            JsonField.text("user_dn", JobView::userDn),
            JsonField.text("vo_name", JobView::userId),
            JsonField.text("cred_id", JobView::credentialId),
            JsonField.text("submit_time", job -> FtsDates.format(job.submitTime())),
            JsonField.text("job_finished", job -> FtsDates.format(job.finishTime())),
            JsonField.text("reason", JobView::reason),
            JsonField.value("priority", JobView::priority),
            JsonField.value("retry", JobView::retry),
            JsonField.value("retry_delay", JobView::retryDelay),
            JsonField.json("job_metadata", JobView::metadata),
            JsonField.value(
                    "max_time_in_queue",
                    job -> job.expireTime() == null ? null : job.expireTime().getEpochSecond()),
            JsonField.text("overwrite_flag", JobView::overwriteFlag),
            JsonField.text("verify_checksum", JobView::verifyChecksum),
            JsonField.value("copy_pin_lifetime", JobView::copyPinLifetime),
            JsonField.value("bring_online", JobView::bringOnline),
            JsonField.value("archive_timeout", JobView::archiveTimeout),
            JsonField.text("source_spacetoken", JobView::sourceSpace),
            JsonField.text("destination_spacetoken", JobView::destinationSpace),
            JsonField.text("internal_job_params", JobView::internalParams),
            JsonField.value("dst_file_report", JobView::destinationReport),
            JsonField.value("cancel_job", JobView::cancelRequested),
            JsonField.text("submit_host", JobView::submitHost),
            JsonField.alwaysNull("target_qos"),
            JsonField.alwaysNull("os_project_id"));

    private JobFields() {}

    static Optional<JsonField<JobView>> find(String name) {
        return ALL.stream().filter(field -> field.name().equals(name)).findFirst();
    }

    /// The fields of these names, in the order of all; unknown names are passed over.
    static List<JsonField<JobView>> named(Collection<String> names) {
        return ALL.stream().filter(field -> names.contains(field.name())).toList();
    }

    /// Writes the keys of a job into the object that is open.
    static void write(JsonGenerator out, JobView job) {
        for (JsonField<JobView> field : ALL) {
            field.write(out, job);
        }
    }
}
