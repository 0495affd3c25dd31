// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// How filters answer that do not let a request through: in the shape of the face that was asked, as if the request had
/// come to its controller.
@Component
public final class FilterAnswers {
    /// How a server is and what it measures: each server's own, always answered, and by itself.
    private static final Set<String> OWN = Set.of("/tcn/v1/health", "/tcn/v1/metrics", "/actuator/prometheus");

    private static final int BAD_GATEWAY = 502;

    private final ObjectProvider<HandlerExceptionResolver> resolvers;

    FilterAnswers(@Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> resolvers) {
        this.resolvers = resolvers;
    }

    /// Whether a request asks how this very server is.
    public static boolean isOwn(HttpServletRequest request) {
        return OWN.contains(request.getRequestURI());
    }

    /// Answers with a failure.
    public void answer(HttpServletRequest request, HttpServletResponse response, Exception failure) throws IOException {
        if (resolvers.getObject().resolveException(request, response, null, failure) == null) {
            response.sendError(
                    failure instanceof ErrorResponse known
                            ? known.getStatusCode().value()
                            : BAD_GATEWAY);
        }
    }
}
