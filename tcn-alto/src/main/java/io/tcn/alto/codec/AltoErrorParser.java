// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what stands in the body of an error, of whatever type and size: pages of HTML with 100 kB have been seen.
public final class AltoErrorParser {
    /// Most that is looked at, in bytes.
    public static final int MAX_BYTES = 64 << 10;

    private static final int MAX_SHOWN_CHARS = 200;

    private AltoErrorParser() {}

    /// Reads an error. Never fails: a body that says nothing gives [AltoErrorDocument#UNKNOWN].
    ///
    /// @param contentType the header field, null if there is none; only ALTO's own type is taken apart
    public static AltoErrorDocument parse(@Nullable String contentType, byte[] body) {
        // A character has at most four bytes; twice as many, because runs of spaces shrink.
        byte[] head = Arrays.copyOf(body, Math.min(body.length, 8 * MAX_SHOWN_CHARS));
        String shown = shown(new String(head, StandardCharsets.UTF_8));
        ObjectNode meta = meta(contentType, body);
        if (meta == null) {
            return new AltoErrorDocument(AltoErrorDocument.UNKNOWN, null, null, null, shown);
        }
        String code = Members.stringOrNull(meta, "code");
        return new AltoErrorDocument(
                code == null ? AltoErrorDocument.UNKNOWN : shown(code),
                text(meta.get("field")),
                text(meta.get("value")),
                text(meta.get("syntax-error")),
                shown);
    }

    private static @Nullable ObjectNode meta(@Nullable String contentType, byte[] body) {
        try {
            boolean ours = contentType != null && MediaType.parse(contentType).is(AltoMediaTypes.ERROR);
            return ours && body.length <= MAX_BYTES ? Members.objectOrEmpty(Json.readObject(body), "meta") : null;
        } catch (AltoFormatException unreadable) {
            return null;
        }
    }

    private static @Nullable String text(@Nullable JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        }
        return shown(node.isString() ? node.stringValue() : node.toString());
    }

    /// One line, cut.
    private static String shown(String text) {
        String line = text.substring(0, Math.min(text.length(), 8 * MAX_SHOWN_CHARS))
                .replaceAll("[\\s\\p{Cc}]+", " ")
                .strip();
        return line.length() > MAX_SHOWN_CHARS ? line.substring(0, MAX_SHOWN_CHARS) : line;
    }
}
