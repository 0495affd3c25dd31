// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Takes a stream of server-sent events apart, however its bytes are cut. UTF-8, a mark at the start is dropped,
/// lines end with CRLF, LF or CR. An event that is cut off by the end of the stream is never told. Not for
/// several threads.
public final class EventStreamParser {
    /// Largest event, and longest line, in bytes.
    public static final int MAX_EVENT_BYTES = HeapShare.bytes(64 << 20);

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int MAX_COMMENT_CHARS = 200;

    /// Longest time that is believed: an hour.
    private static final long MAX_RETRY_MILLIS = 3_600_000;

    private final int maxEventBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private ByteArrayOutputStream data = new ByteArrayOutputStream();
    private String name = "";
    private boolean hasData;
    private boolean skipLineFeed;
    private boolean firstLine = true;

    public EventStreamParser() {
        this(MAX_EVENT_BYTES);
    }

    EventStreamParser(int maxEventBytes) {
        this.maxEventBytes = maxEventBytes;
    }

    /// Takes the next bytes, cut anywhere, and gives what they complete.
    ///
    /// @throws AltoFormatException if an event or a line passes its bound; the stream cannot be read on then
    public List<StreamEvent> feed(byte[] next) throws AltoFormatException {
        List<StreamEvent> events = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < next.length; i++) {
            byte b = next[i];
            if (skipLineFeed) {
                skipLineFeed = false;
                if (b == '\n') {
                    from = i + 1;
                    continue;
                }
            }
            if (b == '\n' || b == '\r') {
                append(next, from, i);
                endOfLine(events);
                skipLineFeed = b == '\r';
                from = i + 1;
            }
        }
        append(next, from, next.length);
        return events;
    }

    private void append(byte[] bytes, int from, int to) throws AltoFormatException {
        if ((long) line.size() + data.size() + (to - from) > maxEventBytes) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, "event of more than " + maxEventBytes + " bytes");
        }
        line.write(bytes, from, to - from);
    }

    private void endOfLine(List<StreamEvent> events) {
        byte[] bytes = line.toByteArray();
        line.reset();
        int start = firstLine && startsWithMark(bytes) ? MARK.length : 0;
        firstLine = false;
        if (bytes.length == start) {
            dispatch(events);
            return;
        }
        int colon = start;
        while (colon < bytes.length && bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, bytes.length);
        if (value < bytes.length && bytes[value] == ' ') {
            value++;
        }
        if (colon == start) {
            String text = text(bytes, value, Math.min(bytes.length, value + 4 * MAX_COMMENT_CHARS));
            events.add(new StreamEvent.Comment(text.substring(0, Math.min(text.length(), MAX_COMMENT_CHARS))));
            return;
        }
        switch (text(bytes, start, Math.min(colon, start + 16))) {
            case "event" -> name = text(bytes, value, bytes.length);
            case "data" -> data(bytes, value);
            case "retry" -> retry(text(bytes, value, bytes.length), events);
            default -> {} // id, and fields of the future
        }
    }

    private static boolean startsWithMark(byte[] bytes) {
        return bytes.length >= MARK.length && bytes[0] == MARK[0] && bytes[1] == MARK[1] && bytes[2] == MARK[2];
    }

    private void data(byte[] bytes, int from) {
        if (hasData) {
            data.write('\n');
        }
        hasData = true;
        data.write(bytes, from, bytes.length - from);
    }

    private static void retry(String digits, List<StreamEvent> events) {
        if (digits.matches("[0-9]{1,15}")) {
            events.add(new StreamEvent.Retry(Duration.ofMillis(Math.min(Long.parseLong(digits), MAX_RETRY_MILLIS))));
        }
    }

    private void dispatch(List<StreamEvent> events) {
        if (hasData) {
            events.add(new StreamEvent.Message(name, data.toByteArray()));
        }
        name = "";
        hasData = false;
        data = new ByteArrayOutputStream(); // a large event shall not keep its room
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
