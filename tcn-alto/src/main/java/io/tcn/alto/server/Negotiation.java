// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks at what the client sends and takes. Parameters of media types play no part.
final class Negotiation {
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED = 415;

    private Negotiation() {}

    /// Refuses a client that cannot read the answer. One that says nothing takes everything.
    static void checkAccept(AltoRequest request, String essence) throws RequestException {
        List<String> fields = request.fields().values().getOrDefault("Accept", List.of());
        if (fields.isEmpty()) {
            return;
        }
        for (String field : fields) {
            for (String range : split(field)) {
                if (takes(range, essence)) {
                    return;
                }
            }
        }
        throw RequestException.value(NOT_ACCEPTABLE, "Accept", String.join(", ", fields));
    }

    private static boolean takes(String range, String essence) {
        try {
            MediaType type = MediaType.parse(range);
            boolean matches = type.is(essence)
                    || (type.subtype().equals("*")
                            && (type.type().equals("*") || essence.startsWith(type.type() + "/")));
            return matches && !type.parameter("q").orElse("1").matches("0(\\.0*)?");
        } catch (AltoFormatException unreadable) {
            return false;
        }
    }

    /// Splits at commas outside of quotes.
    private static List<String> split(String field) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            quoted ^= c == '"';
            if (c == ',' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /// Refuses a body of another type.
    static void checkContentType(AltoRequest request, String essence) throws RequestException {
        Optional<String> field = request.fields().first("Content-Type");
        try {
            if (field.isPresent() && MediaType.parse(field.get()).is(essence)) {
                return;
            }
        } catch (AltoFormatException unreadable) {
            // Refused below.
        }
        throw RequestException.value(UNSUPPORTED, "Content-Type", field.orElse(""));
    }

    /// Whether the client has this content already (RFC 9110 §13.1.2).
    static boolean isKnown(AltoRequest request, String etag) {
        for (String field : request.fields().values().getOrDefault("If-None-Match", List.of())) {
            for (String given : split(field)) {
                String plain = given.strip();
                if (plain.equals("*") || plain.equals(etag) || plain.equals("W/" + etag)) {
                    return true;
                }
            }
        }
        return false;
    }
}
