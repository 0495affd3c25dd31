// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import org.jspecify.annotations.Nullable;

/// An error that a server reports (RFC 7285 §8.5). Code strings are open.
///
/// @param code what is wrong; `E_UNKNOWN` where the body does not say
/// @param field path of the field that is wrong
/// @param value its value, whatever JSON it was, as text
/// @param syntaxError what is wrong with the syntax
/// @param shown beginning of the body for a log: one line, at most 200 characters
public record AltoErrorDocument(
        String code,
        @Nullable String field,
        @Nullable String value,
        @Nullable String syntaxError,
        String shown) {
    /// The body does not say what is wrong.
    public static final String UNKNOWN = "E_UNKNOWN";

    /// The body of the request is not JSON.
    public static final String SYNTAX = "E_SYNTAX";

    /// A field is missing.
    public static final String MISSING_FIELD = "E_MISSING_FIELD";

    /// A field has the wrong JSON type.
    public static final String INVALID_FIELD_TYPE = "E_INVALID_FIELD_TYPE";

    /// A field has a wrong value.
    public static final String INVALID_FIELD_VALUE = "E_INVALID_FIELD_VALUE";
}
