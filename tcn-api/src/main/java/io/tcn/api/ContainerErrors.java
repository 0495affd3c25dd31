// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import io.tcn.api.fts.FtsStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Requests that Tomcat refuses before any application sees them (a path that cannot be decoded, say) get the same
/// JSON as all others of the face that was asked, instead of Tomcat's page. Comes after Spring Boot's own valve, so
/// that it is asked first.
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class ContainerErrors implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
    private final JsonMapper mapper;

    ContainerErrors(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new JsonErrorValve(mapper)));
    }

    private static final class JsonErrorValve extends ErrorReportValve {
        private static final String UNREADABLE = "The request cannot be read";

        private final JsonMapper mapper;

        private JsonErrorValve(JsonMapper mapper) {
            this.mapper = mapper;
        }

        @Override
        protected void report(Request request, Response response, @Nullable Throwable throwable) {
            int status = response.getStatus();
            if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            try {
                boolean ownFace = String.valueOf(request.getRequestURI()).startsWith("/tcn/");
                response.setContentType(
                        ownFace ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : MediaType.APPLICATION_JSON_VALUE);
                Object said = ownFace
                        ? ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), UNREADABLE)
                        : FtsStatus.error(status, UNREADABLE);
                byte[] body = mapper.writeValueAsString(said).getBytes(StandardCharsets.UTF_8);
                response.getOutputStream().write(body);
                response.finishResponse();
            } catch (IOException gone) {
                container.getLogger().debug("the client has gone", gone);
            }
        }
    }
}
