// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/// A request was not answered by the server that leads; the caller is told in the shape of the face that it
/// asked. It has no cause: a connection to the other server that broke must not be taken for the caller's own.
final class NotAnswered extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    private NotAnswered(HttpStatus status, String detail) {
        super(status);
        getBody().setDetail(detail);
    }

    /// Nothing was done: it can be sent again.
    static NotAnswered later(String detail, int seconds) {
        NotAnswered later = new NotAnswered(HttpStatus.SERVICE_UNAVAILABLE, detail);
        later.getHeaders().set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
        return later;
    }

    /// Nobody knows whether it was done.
    static NotAnswered unknown() {
        return new NotAnswered(
                HttpStatus.BAD_GATEWAY,
                "The server that leads got this request and did not answer: it may have been done, or not. Look before"
                        + " you send it again");
    }

    static NotAnswered forged() {
        return new NotAnswered(
                HttpStatus.FORBIDDEN, "The header " + Passport.HEADER + " is for the servers among themselves");
    }

    static NotAnswered unreadable() {
        return new NotAnswered(HttpStatus.BAD_REQUEST, "The address of the request cannot be read: percent-encode it");
    }
}
