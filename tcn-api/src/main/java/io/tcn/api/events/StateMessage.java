// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static io.tcn.api.events.MessageSubject.orEmpty;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// FTS's message that a transfer has another state; fields and units are in docs/messages.md. Times of staging and
/// archiving are 0: this server does neither.
final class StateMessage {
    private StateMessage() {}

    static ObjectNode of(MessageSubject subject) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("user_dn", subject.file().job().userDn());
        message.put("src_url", subject.file().ends().source().shown());
        message.put("dst_url", subject.file().ends().destination().shown());
        message.put("vo_name", subject.file().job().user());
        message.put("source_se", subject.sourceSe());
        message.put("dest_se", subject.destinationSe());
        message.put("job_id", subject.file().job().id());
        message.put("file_id", subject.row().transfer());
        message.put("job_state", subject.row().then().jobState());
        message.put("file_state", subject.fileState());
        message.put("retry_counter", subject.row().then().retries());
        message.put("retry_max", subject.file().maxRetries());
        message.put("user_filesize", Math.max(0, subject.file().userSizeBytes()));
        message.put("timestamp", subject.row().happened().toEpochMilli());
        message.put("submit_time", subject.file().job().submitted().toEpochMilli());
        message.put("staging_start", 0L);
        message.put("staging_finished", 0L);
        message.put("staging", false);
        message.put("archiving_start", 0L);
        message.put("archiving_finished", 0L);
        message.put("archiving", false);
        message.put("reason", orEmpty(subject.row().then().reason()));
        message.set("job_metadata", subject.jobMetadata());
        message.set("file_metadata", subject.metadata());
        return message;
    }
}
