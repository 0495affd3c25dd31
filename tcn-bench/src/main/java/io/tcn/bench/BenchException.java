// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

/// A benchmark cannot run here. The message says what is missing and what to do.
public final class BenchException extends Exception {
    private static final long serialVersionUID = 1L;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
