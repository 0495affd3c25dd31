// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsStatus;
import io.tcn.api.policy.Changes;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.security.token.TokenProviders;
import io.tcn.api.store.policy.AuditEntry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/// Hosts and their drain, the audit, issuers of tokens, and what TCN does not have.
@RestController
@RequestMapping("/config")
class ConfigController {
    private static final String SERVICE = "fts_server";

    private final DrainedHosts drained;
    private final Changes changes;
    private final ConfigBodies bodies;
    private final ObjectProvider<TokenProviders> providers;

    ConfigController(
            DrainedHosts drained, Changes changes, ConfigBodies bodies, ObjectProvider<TokenProviders> providers) {
        this.drained = drained;
        this.changes = changes;
        this.bodies = bodies;
        this.providers = providers;
    }

    /// The hosts of the servers that share the database. This one answers, so its heart beats now.
    @Needs(Operation.CONFIG)
    @GetMapping
    ResponseEntity<Object> hosts() {
        List<Map<String, @Nullable Object>> hosts = new ArrayList<>();
        for (DrainedHosts.Host host : drained.all()) {
            Instant beat = host.lastSign();
            // A host that only its drain tells of has no heart.
            if (beat != null) {
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("hostname", host.name());
                json.put("service_name", SERVICE);
                json.put("beat", FtsDates.format(beat));
                json.put("drain", host.drained());
                hosts.add(json);
            }
        }
        return ConfigBodies.json(hosts);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/drain")
    ResponseEntity<Object> drain(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        String hostname = fields.needText("hostname", Fields.NAME);
        if (!drained.isKnown(hostname)) {
            throw FtsException.badRequest("There is no host of this name, only " + drained.names());
        }
        drained.set(hostname, fields.flag("drain").orElse(true), caller.dn());
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body("null");
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/audit")
    ResponseEntity<Object> audit() {
        return ConfigBodies.json(
                changes.newest().stream().map(ConfigController::view).toList());
    }

    private static Map<String, @Nullable Object> view(AuditEntry entry) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("datetime", FtsDates.format(entry.at()));
        json.put("dn", entry.dn());
        json.put("action", entry.action());
        json.put("config", entry.config());
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/token_providers")
    ResponseEntity<Object> tokenProviders() {
        TokenProviders known = providers.getIfAvailable(() -> List::of);
        return ConfigBodies.json(known.all().stream()
                .map(provider -> {
                    Map<String, @Nullable Object> json = new LinkedHashMap<>();
                    json.put("name", provider.name());
                    json.put("issuer", provider.issuer());
                    json.put("required_submission_scope", provider.submissionScope());
                    json.put("vo_mapping", provider.user());
                    return json;
                })
                .toList());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @RequestMapping(
            path = {"/token_providers", "/token_providers/{name}"},
            method = {RequestMethod.POST, RequestMethod.PUT, RequestMethod.DELETE})
    ResponseEntity<Object> fixedTokenProviders() {
        return ResponseEntity.status(405)
                .header(HttpHeaders.ALLOW, "GET")
                .contentType(MediaType.APPLICATION_JSON)
                .body(FtsStatus.error(
                        405, "Issuers of tokens are settings (tcn.security.issuers): change them and start again"));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @RequestMapping(
            path = {"/cloud_storage", "/cloud_storage/{name}", "/cloud_storage/{name}/{id}"},
            method = {RequestMethod.GET, RequestMethod.POST, RequestMethod.DELETE})
    ResponseEntity<Object> cloudStorage() {
        throw new FtsException(501, "TCN keeps no credentials of cloud storages");
    }
}
