// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.docs;

import io.tcn.api.security.Needs;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// The OpenAPI document of the FTS face and the JSON Schema of a submission, open to everybody.
@RestController
@Needs(open = true)
class ApiDocsController {
    private static final Resource DOCUMENT = new ClassPathResource("io/tcn/api/fts/openapi.json");
    private static final Resource SUBMISSION = new ClassPathResource("io/tcn/api/fts/submit-schema.json");

    @GetMapping("/api-docs/openapi.json")
    ResponseEntity<Resource> document() {
        return json(DOCUMENT);
    }

    @GetMapping("/api-docs/schema/submit")
    ResponseEntity<Resource> submission() {
        return json(SUBMISSION);
    }

    private static ResponseEntity<Resource> json(Resource file) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(file);
    }
}
