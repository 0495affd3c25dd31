// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/// A request under /tcn/v1 is refused, as problem details (RFC 9457).
final class Problem extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    Problem(HttpStatus status, String detail) {
        super(status);
        getBody().setDetail(detail);
    }

    static Problem badRequest(String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, detail);
    }

    /// @param field the key or parameter that is wrong, as in `transfers[0].source`
    static Problem badRequest(String field, String detail) {
        Problem problem = badRequest(detail);
        problem.getBody().setProperty("field", field);
        return problem;
    }

    static Problem notFound(String detail) {
        return new Problem(HttpStatus.NOT_FOUND, detail);
    }
}
