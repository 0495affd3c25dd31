// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.NameGrants;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.Grant;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Rights of single names.
@RestController
@RequestMapping("/config/authorize")
class AuthorizeController {
    private final NameGrants grants;
    private final ConfigBodies bodies;

    AuthorizeController(NameGrants grants, ConfigBodies bodies) {
        this.grants = grants;
        this.bodies = bodies;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @GetMapping
    ResponseEntity<Object> all(
            @RequestParam(required = false) @Nullable String dn,
            @RequestParam(required = false) @Nullable String operation) {
        return ConfigBodies.json(
                matching(dn, operation).stream().map(AuthorizeController::view).toList());
    }

    private List<Grant> matching(@Nullable String dn, @Nullable String operation) {
        return grants.all().stream()
                .filter(grant -> dn == null || grant.dn().equals(dn.strip()))
                .filter(grant ->
                        operation == null || grant.operation().ftsName().equals(operation.strip()))
                .toList();
    }

    private static Map<String, Object> view(Grant grant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dn", grant.dn());
        json.put("operation", grant.operation().ftsName());
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @PostMapping
    ResponseEntity<Object> grant(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        Grant grant = new Grant(
                fields.needText("dn", Fields.LONG_NAME), operation(fields.needText("operation", Fields.NAME)));
        grants.grant(grant, caller.dn());
        return ConfigBodies.json(view(grant));
    }

    private static Operation operation(String name) {
        return Arrays.stream(Operation.values())
                .filter(operation -> operation.ftsName().equals(name) && operation != Operation.ADMIN)
                .findFirst()
                .orElseThrow(() -> FtsException.badRequest(
                        "\"operation\" must be transfer, deleg, config or datamanagement; admin cannot be given"));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @DeleteMapping
    ResponseEntity<Object> revoke(
            @RequestParam String dn,
            @RequestParam(required = false) @Nullable String operation,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (operation != null && operation.strip().equals(Operation.ADMIN.ftsName())) {
            throw FtsException.badRequest("The operation admin cannot be given, nor taken away, here");
        }
        grants.revoke(matching(dn, operation), caller.dn());
        return ConfigBodies.noContent();
    }
}
