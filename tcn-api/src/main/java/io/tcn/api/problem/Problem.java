// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.problem;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/// A request is refused: as problem details (RFC 9457) under /tcn/v1, as a page for people.
public final class Problem extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    public Problem(HttpStatus status, String detail) {
        super(status);
        getBody().setDetail(detail);
    }

    public static Problem badRequest(String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, detail);
    }

    /// @param field the key or parameter that is wrong, as in `transfers[0].source`
    public static Problem badRequest(String field, String detail) {
        Problem problem = badRequest(detail);
        problem.getBody().setProperty("field", field);
        return problem;
    }

    public static Problem forbidden(String detail) {
        return new Problem(HttpStatus.FORBIDDEN, detail);
    }

    public static Problem notFound(String detail) {
        return new Problem(HttpStatus.NOT_FOUND, detail);
    }
}
