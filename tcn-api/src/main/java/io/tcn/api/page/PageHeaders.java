// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// What browsers are told of each answer below `/ui`: only our own scripts and styles, no frame, nothing kept. And on
/// the page's own port there is nothing but the page.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
class PageHeaders extends OncePerRequestFilter {
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final int ownPort;

    PageHeaders(TcnProperties properties) {
        this.ownPort = properties.page().port();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // As the container has decoded it, for so it finds the page: `/%75i` is one.
        String info = request.getPathInfo();
        String path = request.getServletPath() + (info == null ? "" : info);
        boolean isPage = path.equals(Urls.ROOT) || path.startsWith(Urls.ROOT + "/");
        if (isPage) {
            response.setHeader("Content-Security-Policy", POLICY);
            response.setHeader("X-Content-Type-Options", "nosniff");
            // Not "no-referrer": forms would then be sent without their origin.
            response.setHeader("Referrer-Policy", "same-origin");
            response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
            response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
            response.setHeader("Cache-Control", "no-store");
        } else if (ownPort > 0 && request.getLocalPort() == ownPort) {
            if (path.equals("/")) {
                response.sendRedirect(Urls.ROOT);
            } else {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
            }
            return;
        }
        chain.doFilter(request, response);
    }
}
