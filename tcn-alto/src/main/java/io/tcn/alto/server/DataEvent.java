// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// A data event of a substream.
///
/// @param mediaType of the data
/// @param part id of the part of a multipart message that it is about, empty for the whole
/// @param content the data
@SuppressWarnings("ArrayRecordComponent") // may be large, never compared
record DataEvent(String mediaType, String part, byte[] content) {
    /// As bytes of the stream.
    byte[] frame(String substreamId) {
        String dataId = part.isEmpty() ? substreamId : substreamId + "." + part;
        return EventFrame.event(mediaType + "," + dataId, content);
    }
}
