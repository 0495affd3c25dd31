// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import io.tcn.api.runtime.Version;
import io.tcn.api.security.Needs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// What the server is.
@Needs(open = true)
@RestController
class FtsInfoController {
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
                                        "hints",
                                                Map.of(
                                                        "allow", List.of("POST", "PUT"),
                                                        "representations", List.of("fts:submitschema"))),
                        "fts:submitschema",
                                Map.of("href", "/api-docs/schema/submit", "title", "Schema of a submission"),
                        "fts:configaudit", Map.of("href", "/config/audit", "title", "Changes of the configuration"),
                        "fts:optimizer", Map.of("href", "/optimizer/", "title", "Decisions of the optimizer"),
                        "fts:archive", Map.of("href", "/archive/", "title", "Jobs that are over")));
        return json;
    }

    private static Map<String, Object> version(int major, int minor, int patch) {
        return Map.of("major", major, "minor", minor, "patch", patch);
    }
}
