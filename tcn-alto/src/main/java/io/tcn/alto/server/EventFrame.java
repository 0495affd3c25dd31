// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Server-sent events as bytes (RFC 8895 §6.3). Long JSON is cut into lines between its tokens (RFC 8895 §9.5).
final class EventFrame {
    /// A line is cut at the first comma behind this many bytes.
    private static final int LINE_BYTES = 8192;

    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

    private EventFrame() {}

    static byte[] comment() {
        return ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);
    }

    /// An event.
    ///
    /// @param name media type, and what it is about
    /// @param content its data; line ends of any kind become those of the stream
    static byte[] event(String name, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + content.length / 64 + 128);
        out.writeBytes(("event: " + name + "\n").getBytes(StandardCharsets.UTF_8));
        int start = 0;
        while (start < content.length) {
            int end = start;
            while (end < content.length && content[end] != '\n') {
                end++;
            }
            int last = end > start && content[end - 1] == '\r' ? end - 1 : end;
            line(out, content, start, last);
            start = end + 1;
        }
        out.write('\n');
        return out.toByteArray();
    }

    private static void line(ByteArrayOutputStream out, byte[] content, int from, int to) {
        boolean json = from < to && content[from] == '{';
        int start = from;
        boolean quoted = false;
        for (int i = from; json && i < to; i++) {
            byte c = content[i];
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted && i - start >= LINE_BYTES) {
                write(out, content, start, i + 1);
                start = i + 1;
            }
        }
        write(out, content, start, to);
    }

    private static void write(ByteArrayOutputStream out, byte[] content, int from, int to) {
        out.writeBytes(DATA);
        out.write(content, from, to - from);
        out.write('\n');
    }
}
