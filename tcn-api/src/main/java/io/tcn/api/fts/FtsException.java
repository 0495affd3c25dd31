// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

/// A request is refused; the answer has FTS's shape for errors.
final class FtsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    FtsException(int status, String message) {
        super(message);
        this.status = status;
    }

    static FtsException badRequest(String message) {
        return new FtsException(400, message);
    }

    int status() {
        return status;
    }
}
