// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/// Splits a message of several parts.
final class MultipartSplitter {
    private static final int MAX_PARTS = 64;
    private static final int MAX_BOUNDARY_CHARS = 200;
    private static final MimeConfig CONFIG = new MimeConfig.Builder()
            .setMaxLineLen(16_384)
            .setMaxHeaderLen(16_384)
            .setMaxHeaderCount(100)
            .setMaxContentLen(Json.MAX_BYTES)
            .build();

    private final MediaType type;
    private final String boundary;
    private final byte[] body;
    private final List<Multipart.Part> parts = new ArrayList<>();
    private SortedMap<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    MultipartSplitter(String contentType, byte[] body) throws AltoFormatException {
        this.type = MediaType.parse(contentType);
        if (!type.is(AltoMediaTypes.MULTIPART_RELATED)) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "not a multipart message but " + type.essence());
        }
        this.boundary = type.parameter("boundary").orElse("").stripTrailing();
        if (boundary.isEmpty()
                || boundary.length() > MAX_BOUNDARY_CHARS
                || !boundary.chars().allMatch(c -> c >= 0x20 && c < 0x7F)) {
            throw new AltoFormatException(InvalidReason.MULTIPART, "no usable boundary");
        }
        if (body.length > Json.MAX_BYTES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, "body of " + body.length + " bytes");
        }
        this.body = body;
    }

    Multipart split() throws AltoFormatException {
        MimeTokenStream tokens = new MimeTokenStream(CONFIG);
        try {
            tokens.parseHeadless(closed(), "multipart/related; boundary=\"" + escaped(boundary) + "\"");
            for (EntityState state = tokens.getState(); state != EntityState.T_END_OF_STREAM; state = tokens.next()) {
                token(tokens, state);
            }
        } catch (MimeException | IOException broken) {
            throw new AltoFormatException(InvalidReason.MULTIPART, "message cannot be split");
        }
        if (parts.isEmpty()) {
            throw new AltoFormatException(InvalidReason.MULTIPART, "no part in the message");
        }
        return new Multipart(type, parts);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /// The body with a last delimiter, so that one that is missing or only half there makes no difference: behind a
    /// last delimiter nothing counts.
    private InputStream closed() {
        boolean lineEnded = body.length > 0 && body[body.length - 1] == '\n';
        byte[] end = ((lineEnded ? "" : "\r\n") + "--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
        return new SequenceInputStream(new ByteArrayInputStream(body), new ByteArrayInputStream(end));
    }

    private void token(MimeTokenStream tokens, EntityState state) throws IOException, AltoFormatException {
        switch (state) {
            case T_START_MULTIPART -> tokens.setRecursionMode(RecursionMode.M_FLAT); // parts of parts are content
            case T_START_BODYPART -> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            case T_FIELD -> field(tokens.getField());
            case T_BODY -> part(tokens.getInputStream().readAllBytes());
            default -> {}
        }
    }

    private void field(Field field) {
        String value = field.getBody() == null ? "" : field.getBody().strip();
        fields.computeIfAbsent(field.getName(), _ -> new ArrayList<>()).add(value);
    }

    private void part(byte[] content) throws AltoFormatException {
        if (fields.isEmpty() && content.length == 0) {
            return; // behind a last delimiter without its hyphens
        }
        if (parts.size() == MAX_PARTS) {
            throw new AltoFormatException(InvalidReason.MULTIPART, "more than " + MAX_PARTS + " parts");
        }
        HttpFields own = new HttpFields(fields);
        switch (own.first("Content-Transfer-Encoding").orElse("").toLowerCase(Locale.ROOT)) {
            case "", "7bit", "8bit", "binary" -> {}
            default -> throw new AltoFormatException(InvalidReason.MULTIPART, "a part in a transfer encoding");
        }
        String id = own.first("Content-ID").map(ContentIds::bare).orElse("");
        parts.add(new Multipart.Part(own, partType(own), id.isEmpty() ? null : id, content));
    }

    private static @Nullable MediaType partType(HttpFields fields) {
        try {
            return MediaType.parse(fields.first("Content-Type").orElse(""));
        } catch (AltoFormatException unreadable) {
            return null; // a part that nobody can find by its type
        }
    }
}
