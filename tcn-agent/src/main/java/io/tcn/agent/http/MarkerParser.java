// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Turns the body of a COPY's answer into events. Pure: bytes in, events out. Lines may end in LF or CRLF, be indented,
/// be cut anywhere between two reads, and the last one may lack its end; unknown lines are passed over.
final class MarkerParser {
    private static final int MAX_LINE = 16 * 1024;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Map<String, String> fields = new HashMap<>();
    private boolean inMarker;

    /// Takes some bytes and returns what they completed.
    List<CopyEvent> feed(byte[] bytes, int length) {
        List<CopyEvent> events = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                lineEnd().ifPresent(events::add);
            } else if (line.size() < MAX_LINE) {
                line.write(bytes[i]);
            }
        }
        return events;
    }

    /// The body is over; a last line without end counts.
    Optional<CopyEvent> end() {
        return lineEnd();
    }

    private Optional<CopyEvent> lineEnd() {
        String text = line.toString(StandardCharsets.UTF_8).strip();
        line.reset();
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("success")) {
            return Optional.of(new CopyEvent.Success(text));
        }
        if (lower.startsWith("failure") || lower.startsWith("aborted")) {
            int colon = text.indexOf(':');
            return Optional.of(new CopyEvent.Failure(
                    colon < 0 ? text : text.substring(colon + 1).strip()));
        }
        if (lower.equals("perf marker")) {
            inMarker = true;
            fields.clear();
        } else if (lower.equals("end")) {
            boolean complete = inMarker;
            inMarker = false;
            return complete ? Optional.of(marker()) : Optional.empty();
        } else if (inMarker) {
            int colon = text.indexOf(':');
            if (colon > 0) {
                fields.put(
                        lower.substring(0, colon).strip(),
                        text.substring(colon + 1).strip());
            }
        }
        return Optional.empty();
    }

    private CopyEvent marker() {
        return new CopyEvent.Marker(
                number("timestamp", -1),
                Math.clamp(number("stripe index", 0), 0, Integer.MAX_VALUE),
                number("stripe bytes transferred", -1),
                Math.clamp(number("total stripe count", -1), -1, Integer.MAX_VALUE),
                fields.get("remoteconnections"));
    }

    private long number(String name, long missing) {
        String text = fields.get(name);
        if (text == null || !text.matches("\\d{1,18}(\\.\\d*)?")) {
            return missing;
        }
        int point = text.indexOf('.');
        return Long.parseLong(point < 0 ? text : text.substring(0, point));
    }
}
