// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.Links;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.PairShare;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Shares of VOs on pairs of storage elements.
@RestController
@RequestMapping("/config/shares")
class ShareController {
    private final Links links;
    private final ConfigBodies bodies;

    ShareController(Links links, ConfigBodies bodies) {
        this.links = links;
        this.bodies = bodies;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping
    ResponseEntity<Object> all() {
        return ConfigBodies.json(
                links.shares().stream().map(ShareController::view).toList());
    }

    private static Map<String, Object> view(PairShare share) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", share.source());
        json.put("destination", share.destination());
        json.put("vo", share.vo());
        json.put("share", share.share());
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping
    ResponseEntity<Object> set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        PairShare share = new PairShare(
                end(fields.needText("source", Fields.LONG_NAME)),
                end(fields.needText("destination", Fields.LONG_NAME)),
                Fields.user(fields.needText("vo", Fields.NAME)).value(),
                fields.integer("share", 1).orElseThrow(() -> FtsException.badRequest("\"share\" is missing")));
        links.set(share, caller.dn());
        return ConfigBodies.json(share.share());
    }

    private static String end(String text) {
        return Fields.checked(() -> StorageElements.parsePattern(text));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping
    ResponseEntity<Object> remove(
            @RequestParam String source,
            @RequestParam String destination,
            @RequestParam String vo,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        links.remove(
                new PairShare(end(source), end(destination), Fields.user(vo).value(), 0), caller.dn());
        return ConfigBodies.noContent();
    }
}
