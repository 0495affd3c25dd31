// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.FileFacts;
import io.tcn.agent.FileState;
import io.tcn.core.model.Checksum;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what a storage tells about a file in the headers of a HEAD and in the properties of a PROPFIND.
final class LookAnswer {
    private static final Pattern MODIFIED = Pattern.compile("getlastmodified[^<>]{0,200}>([^<>]{1,100})<");
    private static final Pattern ETAG = Pattern.compile("getetag[^<>]{0,200}>([^<>]{1,200})<");

    private static final Pattern SIZE = Pattern.compile("getcontentlength[^<>]{0,200}>\\s{0,20}(\\d{1,18})\\s{0,20}<");

    private LookAnswer() {}

    /// What a HEAD told.
    ///
    /// @param now our clock when the answer came
    static FileFacts facts(long sizeBytes, @Nullable Checksum checksum, Answer<?> answer, Instant now) {
        Instant date =
                answer.headers().firstValue("Date").flatMap(LookAnswer::instant).orElse(null);
        return new FileFacts(
                sizeBytes,
                checksum,
                answer.headers()
                        .firstValue("Last-Modified")
                        .flatMap(LookAnswer::instant)
                        .orElse(null),
                answer.headers().firstValue("ETag").orElse(null),
                date == null ? null : Duration.between(now, date));
    }

    /// In which state a file is that a GET reads.
    static FileState state(Answer<?> answer) {
        String encoding =
                answer.headers().firstValue("Content-Encoding").orElse("").strip();
        return new FileState(
                answer.headers().firstValue("ETag").map(String::strip).orElse(null),
                answer.headers()
                        .firstValue("Last-Modified")
                        .flatMap(LookAnswer::instant)
                        .orElse(null),
                encoding.equalsIgnoreCase("identity") ? "" : encoding.toLowerCase(Locale.ROOT));
    }

    /// Adds what a PROPFIND of depth 0 tells and the HEAD did not.
    static FileFacts withProperties(FileFacts facts, String xml) {
        Optional<Instant> modified = first(MODIFIED, xml).flatMap(LookAnswer::instant);
        Optional<String> etag = first(ETAG, xml);
        return new FileFacts(
                facts.sizeBytes() >= 0
                        ? facts.sizeBytes()
                        : first(SIZE, xml).map(Long::parseLong).orElse(FileFacts.UNKNOWN_SIZE),
                facts.checksum(),
                facts.modified() != null ? facts.modified() : modified.orElse(null),
                facts.etag() != null ? facts.etag() : etag.orElse(null),
                facts.clockAhead());
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
    }

    /// A time in the form of HTTP or of ISO 8601, empty if nobody can read it.
    private static Optional<Instant> instant(String text) {
        return instant(DateTimeFormatter.RFC_1123_DATE_TIME, text)
                .or(() -> instant(DateTimeFormatter.ISO_OFFSET_DATE_TIME, text));
    }

    private static Optional<Instant> instant(DateTimeFormatter form, String text) {
        try {
            return Optional.of(form.parse(text.strip(), Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
