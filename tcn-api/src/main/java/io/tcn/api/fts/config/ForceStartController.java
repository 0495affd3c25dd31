// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.Changes;
import io.tcn.api.runtime.ForcedStarts;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.model.TransferId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// Starts files at once.
@RestController
class ForceStartController {
    private static final int MOST = 1000;

    /// So many ids fit in an entry of the audit, whatever they are.
    private static final int AUDITED_AT_ONCE = 150;

    private final ForcedStarts starts;
    private final Changes changes;
    private final ConfigBodies bodies;

    ForceStartController(ForcedStarts starts, Changes changes, ConfigBodies bodies) {
        this.starts = starts;
        this.changes = changes;
        this.bodies = bodies;
    }

    /// Answers those that could not be started, with the reason.
    @Needs(value = Operation.ADMIN, level = Level.ALL, certificate = true)
    @PostMapping("/admin/force-start")
    ResponseEntity<Object> forceStart(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        List<TransferId> files = files(bodies.readJson(request));
        for (int from = 0; from < files.size(); from += AUDITED_AT_ONCE) {
            List<TransferId> some = files.subList(from, Math.min(files.size(), from + AUDITED_AT_ONCE));
            changes.note(new Changes.What(caller.dn(), "force-start", some.toString()));
        }
        List<Map<String, Object>> json = new ArrayList<>();
        starts.start(files).join().forEach((file, error) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("file_id", file.value());
            entry.put("error", error);
            json.add(entry);
        });
        return ConfigBodies.json(json);
    }

    private static List<TransferId> files(JsonNode body) {
        if (!body.isArray() || body.size() > MOST) {
            throw FtsException.badRequest("The body must be an array of at most " + MOST + " file ids");
        }
        List<TransferId> files = new ArrayList<>();
        for (JsonNode id : body) {
            if (!id.isIntegralNumber() || !id.canConvertToLong() || id.longValue() < 1) {
                throw FtsException.badRequest("A file id is a positive whole number");
            }
            files.add(TransferId.of(id.longValue()));
        }
        return files;
    }
}
