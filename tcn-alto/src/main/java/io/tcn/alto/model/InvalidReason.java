// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// Why a message, or a part of one, cannot be used. The names are labels of metrics: they are never changed.
public enum InvalidReason {
    /// The body is not JSON, or breaks a bound of it.
    JSON,
    /// A value has another JSON type than the specification says.
    JSON_TYPE,
    /// The body is not the `multipart/related` that was announced, or breaks a bound of it.
    MULTIPART,
    /// A part of a multipart message is missing.
    MISSING_PART,
    /// A media type cannot be read, or is another one than needed.
    MEDIA_TYPE,
    /// A member that must be there is not.
    MISSING_MEMBER,
    /// A cost type is missing, malformed or not the one that was asked.
    COST_TYPE,
    /// Version tags are malformed or do not fit together.
    VTAG,
    /// An element of a path is not the name of an abstract network element.
    ANE_NAME,
    /// A name or identifier breaks its grammar.
    NAME,
    /// An address or prefix cannot be read.
    ADDRESS,
    /// An event of a stream cannot be read.
    EVENT,
    /// A patch cannot be read or does not apply.
    PATCH,
    /// A reference to a resource cannot be read.
    URI,
    /// A date cannot be read.
    DATE,
    /// The message is larger than its bound.
    TOO_LARGE
}
