// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/// A caller is not let through; answered in the shape of the face that it asked.
public final class RefusalException extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    RefusalException(HttpStatus status, String message) {
        super(status, ProblemDetail.forStatusAndDetail(status, message), null);
    }

    /// The caller may not do this (403).
    public static RefusalException forbidden(String message) {
        return new RefusalException(HttpStatus.FORBIDDEN, message);
    }

    /// The token is no good (401).
    static RefusalException badToken(String message) {
        RefusalException refusal = new RefusalException(HttpStatus.UNAUTHORIZED, message);
        refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
        return refusal;
    }
}
