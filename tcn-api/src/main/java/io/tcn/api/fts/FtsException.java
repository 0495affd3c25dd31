// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

/// A request is refused; the answer has FTS's shape for errors.
public final class FtsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public FtsException(int status, String message) {
        super(message);
        this.status = status;
    }

    public static FtsException badRequest(String message) {
        return new FtsException(400, message);
    }

    public int status() {
        return status;
    }
}
