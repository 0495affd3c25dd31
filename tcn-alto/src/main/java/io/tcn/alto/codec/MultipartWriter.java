// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes messages of several parts, with CRLF and a last delimiter.
public final class MultipartWriter {
    private MultipartWriter() {}

    /// A part to write.
    ///
    /// @param contentId its id with angle brackets
    /// @param contentType its type
    /// @param content not to be changed by anybody
    @SuppressWarnings("ArrayRecordComponent") // contents of many megabytes, never compared
    public record Part(String contentId, String contentType, byte[] content) {}

    /// The body of a message. The boundary must not stand at the start of a line of a part: the caller draws one.
    public static byte[] write(String boundary, List<Part> parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Part part : parts) {
            line(body, "--" + boundary);
            line(body, "Content-ID: " + part.contentId());
            line(body, "Content-Type: " + part.contentType());
            line(body, "");
            body.writeBytes(part.content());
            line(body, "");
        }
        line(body, "--" + boundary + "--");
        return body.toByteArray();
    }

    private static void line(ByteArrayOutputStream body, String text) {
        body.writeBytes((text + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
}
