// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that another server has passed on, as its caller sent it there: its address, its host, its
/// certificates.
final class PassedOnRequest extends HttpServletRequestWrapper {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
    private static final String HOST = "Host";
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private final Passport passport;

    PassedOnRequest(HttpServletRequest request, Passport passport) {
        super(request);
        this.passport = passport;
        if (!passport.certificates().isEmpty()) {
            request.setAttribute(CERTIFICATES, passport.certificates().toArray(X509Certificate[]::new));
        }
    }

    @Override
    public String getRemoteAddr() {
        return passport.remote();
    }

    @Override
    public String getRemoteHost() {
        return passport.remote();
    }

    @Override
    public String getScheme() {
        return passport.scheme();
    }

    @Override
    public boolean isSecure() {
        return passport.scheme().equals("https");
    }

    @Override
    public String getServerName() {
        String host = host().getHost();
        return host == null ? super.getServerName() : host;
    }

    @Override
    public int getServerPort() {
        int port = host().getPort();
        return port >= 0 ? port : isSecure() ? HTTPS : HTTP;
    }

    private URI host() {
        try {
            return URI.create(passport.scheme() + "://" + passport.host());
        } catch (IllegalArgumentException unreadable) {
            return URI.create(passport.scheme() + "://localhost");
        }
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(passport.scheme() + "://" + passport.host() + getRequestURI());
    }

    @Override
    public @Nullable String getHeader(String name) {
        if (name.equalsIgnoreCase(HOST)) {
            return passport.host().isEmpty() ? null : passport.host();
        }
        return super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        if (name.equalsIgnoreCase(HOST)) {
            return Collections.enumeration(passport.host().isEmpty() ? List.of() : List.of(passport.host()));
        }
        return super.getHeaders(name);
    }
}
