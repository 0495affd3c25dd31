// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.codec.MultipartWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/// What a `multipart/related` message (RFC 2387) with the root first needs beside its parts.
final class RelatedMessage {
    private static final int BOUNDARY_BYTES = 16;

    private RelatedMessage() {}

    /// A boundary that is in no part. The parts may hold what a client chose, so chance alone is no proof.
    static String boundary(List<MultipartWriter.Part> parts, RandomGenerator random) {
        while (true) {
            byte[] chosen = new byte[BOUNDARY_BYTES];
            random.nextBytes(chosen);
            String boundary = "tcn-" + HexFormat.of().formatHex(chosen);
            byte[] bytes = boundary.getBytes(StandardCharsets.US_ASCII);
            if (parts.stream().noneMatch(part -> contains(part.content(), bytes))) {
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

    /// The media type of the message.
    ///
    /// @param quotes whether values of parameters are quoted, as the grammar asks; one known client cannot
    ///     read that
    static String contentType(List<MultipartWriter.Part> parts, String boundary, boolean quotes) {
        MultipartWriter.Part root = parts.getFirst();
        String quote = quotes ? "\"" : "";
        String type = "multipart/related; boundary=" + boundary + "; type=" + quote + root.contentType() + quote;
        return quotes ? type + "; start=\"" + root.contentId() + "\"" : type;
    }
}
