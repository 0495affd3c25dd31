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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns the body of a COPY's answer into events. Pure: bytes in, events out. Lines may end in LF or CRLF, be indented,
/// be cut anywhere between two reads, and the last one may lack its end; unknown lines are passed over. Nothing is kept
/// of a body but the line that is being read and the few fields of a marker that mean something, so a body that never
/// ends takes no memory.
final class MarkerParser {
    /// What is longer is cut.
    private static final int MAX_LINE = 8 * 1024;
    private static final int MAX_VALUE = 256;
    private static final String TIMESTAMP = "timestamp";
    private static final String STRIPE = "stripe index";
    private static final String BYTES = "stripe bytes transferred";
    private static final String STRIPES = "total stripe count";
    private static final String CONNECTIONS = "remoteconnections";
    private static final Set<String> KNOWN = Set.of(TIMESTAMP, STRIPE, BYTES, STRIPES, CONNECTIONS);
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,18})(?:\\.\\d*+)?");

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
            String name = colon < 0 ? "" : text.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            if (KNOWN.contains(name)) {
                String value = text.substring(colon + 1).strip();
                fields.put(name, value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value);
            }
        }
        return Optional.empty();
    }

    private CopyEvent marker() {
        return new CopyEvent.Marker(
                number(TIMESTAMP, -1),
                Math.clamp(number(STRIPE, 0), 0, Integer.MAX_VALUE),
                number(BYTES, -1),
                Math.clamp(number(STRIPES, -1), -1, Integer.MAX_VALUE),
                fields.get(CONNECTIONS));
    }

    private long number(String name, long missing) {
        String text = fields.get(name);
        if (text == null) {
            return missing;
        }
        Matcher number = NUMBER.matcher(text);
        return number.matches() ? Long.parseLong(number.group(1)) : missing;
    }
}
