// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/// What a page cannot be made of.
final class Refused {
    private Refused() {}

    static ErrorResponseException notFound(String detail) {
        return of(HttpStatus.NOT_FOUND, detail);
    }

    static ErrorResponseException badRequest(String detail) {
        return of(HttpStatus.BAD_REQUEST, detail);
    }

    static ErrorResponseException forbidden(String detail) {
        return of(HttpStatus.FORBIDDEN, detail);
    }

    private static ErrorResponseException of(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }
}
