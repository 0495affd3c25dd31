// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.events.EventBacklog;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// How the sending of monitoring messages goes.
@RestController
@Needs(value = Operation.CONFIG, level = Level.ALL)
class MessageController {
    private final ObjectProvider<EventBacklog> backlog;

    MessageController(ObjectProvider<EventBacklog> backlog) {
        this.backlog = backlog;
    }

    @GetMapping("/tcn/v1/messages")
    Map<String, Object> messages() {
        EventBacklog present = backlog.getIfAvailable();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("on", present != null);
        if (present != null) {
            json.put("waiting", present.waiting());
            json.put("sent", present.sent());
            json.put("unsendable", present.unsendable());
            json.put("keptUnsendable", present.keptUnsendable());
            json.put("lastError", present.lastError());
        }
        return json;
    }
}
