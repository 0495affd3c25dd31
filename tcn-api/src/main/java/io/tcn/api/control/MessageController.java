// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.events.EventBacklog;
import io.tcn.api.openapi.About;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
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
    @About("How the sending of monitoring messages goes.")
    OperationAnswers.MessagesAnswer messages() {
        EventBacklog present = backlog.getIfAvailable();
        return present == null
                ? new OperationAnswers.MessagesAnswer(false, null, null, null, null, null)
                : new OperationAnswers.MessagesAnswer(
                        true,
                        present.waiting(),
                        present.sent(),
                        present.unsendable(),
                        present.keptUnsendable(),
                        present.lastError());
    }
}
