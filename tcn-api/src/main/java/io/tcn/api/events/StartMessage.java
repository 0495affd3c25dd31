// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static io.tcn.api.events.MessageSubject.orEmpty;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// FTS's message that an attempt begins to move bytes; fields and units are in docs/messages.md. What TCN has no word
/// for (versions of SRM, names of sites) is empty.
final class StartMessage {
    private StartMessage() {}

    static ObjectNode of(MessageSubject subject) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("transfer_id", subject.transferId());
        message.put("job_id", subject.file().job().id());
        message.put("file_id", subject.row().transfer());
        message.put("endpnt", subject.endpnt());
        message.put("timestamp", subject.row().happened().toEpochMilli());
        message.put("src_srm_v", "");
        message.put("dest_srm_v", "");
        message.put("vo", subject.file().job().user());
        message.put("src_url", subject.file().ends().source().shown());
        message.put("dst_url", subject.file().ends().destination().shown());
        message.put("src_hostname", subject.sourceHost());
        message.put("dst_hostname", subject.destinationHost());
        message.put("src_site_name", "");
        message.put("dst_site_name", "");
        message.put("t_channel", subject.channel());
        message.put("srm_space_token_src", orEmpty(subject.file().job().sourceSpace()));
        message.put("srm_space_token_dst", orEmpty(subject.file().job().destinationSpace()));
        message.put("user_dn", subject.file().job().userDn());
        message.put("is_archiving", false);
        message.set("file_metadata", subject.metadata());
        message.set("job_metadata", subject.jobMetadata());
        return message;
    }
}
