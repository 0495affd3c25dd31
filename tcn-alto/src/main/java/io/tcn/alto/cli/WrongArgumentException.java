// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

/// The arguments cannot be used; the message says what to do.
final class WrongArgumentException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongArgumentException(String message) {
        super(message);
    }
}
