// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// What a GET resource answers with.
///
/// @param tag of the data alone: equal data, equal tag, over restarts as well
/// @param etag of the whole answer, for `If-None-Match`
/// @param body the answer; not to be changed by anybody
@SuppressWarnings("ArrayRecordComponent") // may be large, never compared
record Document(String tag, String etag, byte[] body) {
    private static final int TAG_DIGITS = 40;

    /// The tag of some data: it must be written the same way each time, members in order.
    static String tag(byte[] data) {
        return Sha256.hex(data, TAG_DIGITS);
    }

    /// A document that holds its own tag, so that this stands for the whole of it.
    static Document tagged(String tag, byte[] body) {
        return new Document(tag, tag, body);
    }

    /// A document that says more than its data, such as the tags of others.
    static Document of(String tag, byte[] body) {
        return new Document(tag, tag(body), body);
    }
}
