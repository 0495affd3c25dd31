// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.openapi.OpenApiDocument;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Needs;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// The OpenAPI document of our own face, open to everybody. It is made when it is asked for first: a start does not
/// wait for it.
@RestController
@Needs(open = true)
class OpenApiController {
    private static final String PREFIX = "/tcn/v1";
    private static final Map<String, String> INFO = Map.of(
            "title",
            "TCN's own interface",
            "version",
            Version.TEXT,
            "description",
            "Users, pipes, resource controls, transfers and why they are as they are. Rates are in bit/s, sizes"
                    + " in bytes, times in UTC (RFC 3339). Unknown parameters and keys are refused; refusals are"
                    + " problem details (RFC 9457).");

    private final ObjectProvider<RequestMappingHandlerMapping> routes;
    private volatile Map<String, Object> document = Map.of();

    OpenApiController(@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> routes) {
        this.routes = routes;
    }

    @GetMapping(PREFIX + "/openapi.json")
    @About("This document.")
    Map<String, Object> document() {
        if (document.isEmpty()) {
            document = OpenApiDocument.of(routes.getObject().getHandlerMethods(), PREFIX, INFO);
        }
        return document;
    }
}
