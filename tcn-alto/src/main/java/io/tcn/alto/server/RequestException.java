// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import org.jspecify.annotations.Nullable;

/// A request that cannot be answered, and what the client hears of it (RFC 7285 §8.5). One fault is reported even
/// where there are several: the first one found.
final class RequestException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;
    private static final int SHOWN_CHARACTERS = 200;

    /// The error codes of RFC 7285 §8.5.2; there are no others.
    enum Code {
        E_SYNTAX,
        E_MISSING_FIELD,
        E_INVALID_FIELD_TYPE,
        E_INVALID_FIELD_VALUE
    }

    private final int status;
    private final Code code;
    private final @Nullable String field;
    private final @Nullable String value;

    private RequestException(int status, Code code, String message, @Nullable String field, @Nullable String value) {
        super(message);
        this.status = status;
        this.code = code;
        this.field = field;
        this.value = value;
    }

    static RequestException syntax(String what) {
        return new RequestException(BAD_REQUEST, Code.E_SYNTAX, what, null, null);
    }

    static RequestException missing(String field) {
        return new RequestException(BAD_REQUEST, Code.E_MISSING_FIELD, field + " is missing", field, null);
    }

    static RequestException type(String field) {
        return new RequestException(BAD_REQUEST, Code.E_INVALID_FIELD_TYPE, field + " is of another type", field, null);
    }

    static RequestException value(String field, String value) {
        return value(BAD_REQUEST, field, value);
    }

    /// A wrong value that HTTP has a status of its own for, such as 404 for a path.
    static RequestException value(int status, String field, String value) {
        String shown = value.length() > SHOWN_CHARACTERS ? value.substring(0, SHOWN_CHARACTERS) : value;
        return new RequestException(status, Code.E_INVALID_FIELD_VALUE, field + " cannot be " + shown, field, shown);
    }

    int status() {
        return status;
    }

    Code code() {
        return code;
    }

    /// What is wrong with the JSON itself, null for other faults.
    @Nullable
    String syntaxError() {
        return code == Code.E_SYNTAX ? getMessage() : null;
    }

    @Nullable
    String field() {
        return field;
    }

    @Nullable
    String value() {
        return value;
    }
}
