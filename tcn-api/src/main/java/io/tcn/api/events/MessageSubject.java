// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.fts.FtsNames;
import io.tcn.api.store.outbox.OutboxRow;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/// What the messages of all kinds say about a transfer, worked out once.
///
/// @param row as it was stored
/// @param file its transfer and job
/// @param endpnt name of this server
/// @param source URL as it is shown
/// @param destination URL as it is shown
/// @param metadata the file's, null node if none
/// @param jobMetadata the job's, null node if none
record MessageSubject(
        OutboxRow row,
        OutboxRow.FileFacts file,
        String endpnt,
        URI source,
        URI destination,
        JsonNode metadata,
        JsonNode jobMetadata) {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /// @throws IllegalArgumentException if a URL cannot be read
    static MessageSubject of(OutboxRow row, OutboxRow.FileFacts file, String endpnt, JsonMapper mapper) {
        return new MessageSubject(
                row,
                file,
                endpnt,
                URI.create(file.ends().source().shown()),
                URI.create(file.ends().destination().shown()),
                tree(file.metadata(), mapper),
                tree(file.job().metadata(), mapper));
    }

    private static JsonNode tree(@Nullable String json, JsonMapper mapper) {
        if (json == null) {
            return NullNode.getInstance();
        }
        try {
            return mapper.readTree(json);
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException("the metadata is not JSON", unreadable);
        }
    }

    /// FTS's state of the file.
    String fileState() {
        return FtsNames.fileState(
                row.then().state(),
                String.valueOf(file.job().type()),
                row.then().unreleased(),
                false);
    }

    boolean isMultihop() {
        return file.job().type() == 'H';
    }

    boolean isMultiReplica() {
        return file.job().type() == 'R';
    }

    /// When the attempt began; when the message was caused, if it never did.
    Instant begun() {
        Instant started = row.then().started();
        return started == null ? row.happened() : started;
    }

    /// `<date>__<source host>__<destination host>__<file id>__<job id>`: the same for the start and the end of an
    /// attempt.
    String transferId() {
        return DATE.format(begun()) + "__" + sourceHost() + "__" + destinationHost() + "__" + row.transfer() + "__"
                + file.job().id();
    }

    String sourceHost() {
        return host(source);
    }

    String destinationHost() {
        return host(destination);
    }

    private static String host(URI url) {
        return url.getHost() == null ? "" : url.getHost();
    }

    String sourceSe() {
        return FtsNames.storageElement(source);
    }

    String destinationSe() {
        return FtsNames.storageElement(destination);
    }

    /// FTS's name of the pair.
    String channel() {
        return sourceSe() + "__" + destinationSe();
    }

    static String scheme(URI url) {
        return url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
