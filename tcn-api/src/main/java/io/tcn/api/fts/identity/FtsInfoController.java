// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Caller;
import io.tcn.api.security.NameUuid;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// What the server is, who the caller is, and the state of delegation.
@RestController
class FtsInfoController {
    private static final Duration LEAST_DELEGATION = Duration.ofHours(24);

    private final TimeSource time;

    FtsInfoController(TimeSource time) {
        this.time = time;
    }

    @GetMapping("/")
    Map<String, Object> server() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("delegation", version(1, 0, 0));
        json.put("api", version(3, 14, 2));
        json.put("core", Map.of("major", "3", "minor", "14", "patch", "4"));
        json.put("schema", version(10, 0, 1));
        json.put("tcn", Map.of("version", Version.TEXT));
        json.put(
                "_links",
                Map.of(
                        "curies", List.of(Map.of("name", "fts", "href", "/{rel}", "templated", true)),
                        "fts:whoami", Map.of("href", "/whoami", "title", "Who the caller is"),
                        "fts:joblist",
                                Map.of(
                                        "href", "/jobs{?vo_name,user_dn,dlg_id,state_in}",
                                        "title", "Jobs of the caller's VO",
                                        "templated", true),
                        "fts:job",
                                Map.of(
                                        "href",
                                        "/jobs/{id}",
                                        "title",
                                        "One job",
                                        "templated",
                                        true,
                                        "hints",
                                        Map.of("allow", List.of("GET", "DELETE"))),
                        "fts:jobsubmit",
                                Map.of(
                                        "href", "/jobs",
                                        "title", "Submit a job",
                                        "hints", Map.of("allow", List.of("POST", "PUT")))));
        return json;
    }

    private static Map<String, Object> version(int major, int minor, int patch) {
        return Map.of("major", major, "minor", minor, "patch", patch);
    }

    @GetMapping("/whoami")
    Map<String, Object> whoami(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        List<String> users = caller.users().stream().map(UserId::value).toList();
        Map<String, Object> levels = new LinkedHashMap<>();
        if (!caller.isAnonymous()) {
            levels.put("transfer", "vo");
            levels.put("datamanagement", "all");
        }
        if (caller.administrator()) {
            levels.put("transfer", "all");
            levels.put("config", "all");
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("user_dn", caller.dn());
        json.put("dn", List.of(caller.dn()));
        json.put("base_id", NameUuid.FTS_BASE.toString());
        json.put("vos", users);
        json.put(
                "vos_id",
                users.stream()
                        .map(user -> NameUuid.version5(NameUuid.FTS_BASE, user).toString())
                        .toList());
        json.put("voms_cred", List.of());
        json.put("roles", List.of());
        json.put("level", levels);
        json.put("delegation_id", caller.delegationId());
        json.put("method", caller.method().ftsName());
        json.put("is_root", caller.administrator());
        return json;
    }

    /// No delegation is needed here: the answer names the end of the caller's certificate, at least a day ahead,
    /// so that clients go on.
    @GetMapping("/delegation/{id}")
    Map<String, Object> delegation(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Instant ends = caller.credentialEnds();
        if (ends == null || !id.equals(caller.delegationId())) {
            throw new FtsException(403, "This delegation id does not belong to the caller");
        }
        Instant least = time.now().plus(LEAST_DELEGATION);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("termination_time", FtsDates.format(ends.isBefore(least) ? least : ends));
        json.put("voms_attrs", List.of());
        return json;
    }
}
