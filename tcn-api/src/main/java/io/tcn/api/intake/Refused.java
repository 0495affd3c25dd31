// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/// A request asks for more than is given now, or at all; the answer has the shape of the face that was asked.
public final class Refused extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    private Refused(HttpStatus status, String detail) {
        super(status);
        getBody().setDetail(detail);
    }

    /// What nobody could store.
    static Refused malformed(String what) {
        return new Refused(HttpStatus.BAD_REQUEST, what);
    }

    /// A body that is larger than ever taken.
    static Refused tooLarge(long most) {
        return tooLarge("The body is larger than " + most + " bytes: split it into several requests");
    }

    /// What is more than can ever be taken at once.
    public static Refused tooLarge(String what) {
        return new Refused(HttpStatus.CONTENT_TOO_LARGE, what);
    }

    /// Too much is under way for all callers together.
    static Refused busy(String what, int retryAfterSeconds) {
        return later(HttpStatus.SERVICE_UNAVAILABLE, what, retryAfterSeconds);
    }

    /// Too much is under way for this caller.
    public static Refused tooMany(String what, int retryAfterSeconds) {
        return later(HttpStatus.TOO_MANY_REQUESTS, what, retryAfterSeconds);
    }

    private static Refused later(HttpStatus status, String what, int seconds) {
        Refused refused = new Refused(status, what + ", try again in " + seconds + " seconds");
        refused.getHeaders().set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
        return refused;
    }
}
