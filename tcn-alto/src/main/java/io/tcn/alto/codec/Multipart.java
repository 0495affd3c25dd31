// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.MediaType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A message of several parts (RFC 2387).
///
/// @param type media type of the message
/// @param parts in the order in which they came
public record Multipart(MediaType type, List<Part> parts) {
    public Multipart {
        parts = List.copyOf(parts);
    }

    /// One part.
    ///
    /// @param fields header fields
    /// @param type media type, null if there is none that can be read
    /// @param contentId its id without angle brackets, null if it has none
    /// @param content not to be changed by anybody
    @SuppressWarnings("ArrayRecordComponent") // contents of many megabytes, never compared
    public record Part(
            HttpFields fields,
            @Nullable MediaType type,
            @Nullable String contentId,
            byte[] content) {
        /// Whether an event that names this id means this part: with or without angle brackets, and with or without
        /// the domain behind the `@` (RFC 8895 prints bare ids, RFC 9275 whole ones).
        public boolean matches(String id) {
            return contentId != null && ContentIds.same(contentId, id);
        }

        /// Type and length.
        @Override
        public String toString() {
            return type + " with " + content.length + " bytes";
        }
    }

    /// Splits a message. Beyond the grammar are taken: LF as the end of a line, a last delimiter without its
    /// hyphens or none at all, and what [MediaType#parse] takes.
    ///
    /// @param contentType the header field of the message
    /// @throws AltoFormatException if it is no `multipart/related`, has no boundary or no part, breaks a bound, or
    ///     has a part in a transfer encoding
    public static Multipart split(String contentType, byte[] body) throws AltoFormatException {
        return new MultipartSplitter(contentType, body).split();
    }

    /// The part of this type; of several the one that the parameter `start` names, else the first.
    public Optional<Part> findByType(String essence) {
        List<Part> found = parts.stream()
                .filter(part -> part.type() != null && part.type().is(essence))
                .toList();
        Optional<String> start = type.parameter("start");
        return found.stream()
                .filter(part -> start.isPresent() && part.matches(start.get()))
                .findFirst()
                .or(() -> found.stream().findFirst());
    }

    /// The part that this content id means.
    public Optional<Part> findById(String contentId) {
        return parts.stream().filter(part -> part.matches(contentId)).findFirst();
    }
}
