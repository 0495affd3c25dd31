// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseCookie;

/// The cookies of a browser that logs in or is logged in. They go over TLS only, no script reads them, no
/// page of another site makes a browser send them along with a form, no other host of the domain can set them
/// (prefix `__Host-`), and they are looked at on the page only, whose forms have a mark.
public final class SessionCookie {
    /// Name of the request attribute with the id of the session that the caller came by.
    public static final String ATTRIBUTE = "io.tcn.session";

    /// Name of the request attribute with the reason why a session of the caller is over.
    public static final String ENDED = "io.tcn.session-ended";

    /// Where the page is.
    public static final String PAGE = "/ui";

    private static final String SESSION = "__Host-tcn-session";
    private static final String LOGIN = "__Host-tcn-login";

    private SessionCookie() {}

    /// Whether somebody asks for the page: as the address stands, and as the web server reads it, without
    /// `..` and parameters of the path.
    public static boolean isPage(HttpServletRequest request) {
        return isPage(request.getRequestURI()) && isPage(request.getServletPath());
    }

    private static boolean isPage(String path) {
        return path.equals(PAGE) || path.startsWith(PAGE + "/");
    }

    /// The id of a session, empty on requests that are not for the page.
    public static Optional<String> find(HttpServletRequest request) {
        return isPage(request) ? find(request, SESSION) : Optional.empty();
    }

    /// What the browser keeps of its login.
    public static Optional<String> findLogin(HttpServletRequest request) {
        return find(request, LOGIN);
    }

    private static Optional<String> find(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name) && !cookie.getValue().isEmpty()) {
                    return Optional.of(cookie.getValue());
                }
            }
        }
        return Optional.empty();
    }

    /// @param id of the session
    public static ResponseCookie session(String id, Duration length) {
        return cookie(SESSION, id, length);
    }

    public static ResponseCookie login(String sealed) {
        return cookie(LOGIN, sealed, Logins.LONGEST);
    }

    /// The browser forgets its session.
    public static ResponseCookie noSession() {
        return cookie(SESSION, "", Duration.ZERO);
    }

    /// The browser forgets its login.
    public static ResponseCookie noLogin() {
        return cookie(LOGIN, "", Duration.ZERO);
    }

    /// Sent with links from elsewhere (Lax), so that a bookmark or a link in a mail works, and with nothing
    /// else.
    private static ResponseCookie cookie(String name, String value, Duration length) {
        return ResponseCookie.from(name, value)
                .secure(true)
                .httpOnly(true)
                .sameSite("Lax")
                .path("/")
                .maxAge(length)
                .build();
    }
}
