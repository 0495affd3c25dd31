// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/// Writes `multipart/related` (RFC 2387), the root first.
final class MultipartWriter {
    private static final int BOUNDARY_BYTES = 16;
    private static final String LINE_END = "\r\n";

    /// One part.
    ///
    /// @param contentId without the brackets
    @SuppressWarnings("ArrayRecordComponent") // may be large, never compared
    record Part(String contentId, String contentType, byte[] content) {}

    private MultipartWriter() {}

    /// A boundary that is in no part. The parts may hold what a client chose, so chance alone is no proof.
    static String boundary(List<Part> parts, RandomGenerator random) {
        while (true) {
            byte[] chosen = new byte[BOUNDARY_BYTES];
            random.nextBytes(chosen);
            String boundary = "tcn-" + HexFormat.of().formatHex(chosen);
            byte[] bytes = boundary.getBytes(StandardCharsets.US_ASCII);
            if (parts.stream().noneMatch(part -> contains(part.content, bytes))) {
                return boundary;
            }
        }
    }

    private static boolean contains(byte[] content, byte[] wanted) {
        int last = content.length - wanted.length;
        for (int start = 0; start <= last; start++) {
            int same = 0;
            while (same < wanted.length && content[start + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /// The message.
    static byte[] body(List<Part> parts, String boundary) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Part part : parts) {
            text(out, "--" + boundary + LINE_END);
            text(out, "Content-ID: <" + part.contentId + ">" + LINE_END);
            text(out, "Content-Type: " + part.contentType + LINE_END + LINE_END);
            out.writeBytes(part.content);
            text(out, LINE_END);
        }
        text(out, "--" + boundary + "--" + LINE_END);
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// The media type of the message.
    ///
    /// @param quotes whether values of parameters are quoted, as the grammar asks; one known client cannot
    ///     read that
    static String contentType(List<Part> parts, String boundary, boolean quotes) {
        Part root = parts.getFirst();
        String quote = quotes ? "\"" : "";
        String type = "multipart/related; boundary=" + boundary + "; type=" + quote + root.contentType + quote;
        return quotes ? type + "; start=\"<" + root.contentId + ">\"" : type;
    }
}
