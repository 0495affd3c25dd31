// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Folds repeated slashes of the path into one before routing: the FTS client writes two in every request.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class SlashFilter extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request.getRequestURI().contains("//") ? new Folded(request) : request, response);
    }

    private static String fold(String path) {
        return path.replaceAll("/{2,}", "/");
    }

    private static final class Folded extends HttpServletRequestWrapper {
        private Folded(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getRequestURI() {
            return fold(super.getRequestURI());
        }

        @Override
        public StringBuffer getRequestURL() {
            String url = super.getRequestURL().toString();
            int path = url.indexOf('/', url.indexOf("://") + 3);
            return new StringBuffer(path < 0 ? url : url.substring(0, path) + fold(url.substring(path)));
        }

        @Override
        public String getServletPath() {
            return fold(super.getServletPath());
        }
    }
}
