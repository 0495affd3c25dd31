// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.TransferUrl;
import io.tcn.api.policy.TransferUrlReader;
import io.tcn.api.policy.TransferUrls;
import io.tcn.core.replica.SourceStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the entries of the `files[]` of one submission. What the data plane cannot do is refused here, not accepted
/// and failed later.
final class FileEntryParser {
    private static final Set<String> SCHEMES = Set.of("https", "http", "davs", "dav");
    private static final Map<String, String> KNOWN_BUT_MISSING = Map.of(
            "srm", "SRM",
            "gsiftp", "GridFTP",
            "root", "XRootD's own protocol",
            "xroot", "XRootD's own protocol",
            "s3", "S3",
            "s3s", "S3",
            "mock", "the mock protocol of FTS's tests");
    private static final Set<String> LISTS = Set.of("sources", "destinations", "source_tokens", "destination_tokens");
    private static final Set<String> KEYS = Set.of(
            "sources",
            "destinations",
            "source_tokens",
            "destination_tokens",
            "checksum",
            "filesize",
            "activity",
            "metadata",
            "staging_metadata",
            "archive_metadata",
            "scitag",
            "selection_strategy");
    private static final int MAX_METADATA = 4096;
    private static final int MAX_TAPE_METADATA = 1024;
    private static final int MIN_SCITAG = 65;
    private static final int MAX_SCITAG = 65_535;

    private final TransferUrlReader reader = new TransferUrlReader(SCHEMES);
    private final int mostUrls;

    /// @param mostUrls sources or destinations of an entry
    FileEntryParser(int mostUrls) {
        this.mostUrls = mostUrls;
    }

    /// Reads the entry at which the parser stands.
    ///
    /// @param index its place
    FileEntry parse(JsonParser in, int index) {
        String place = "files[" + index + "]";
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw FtsException.badRequest(place + " must be an object");
        }
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            in.nextToken();
            if (KEYS.contains(key)) {
                int most = LISTS.contains(key) ? mostUrls + 1 : MAX_METADATA;
                file.set(key, BoundedTree.read(in, place + "." + key, most));
            } else {
                in.skipChildren();
            }
        }
        return parse(file, index, place);
    }

    private FileEntry parse(JsonNode file, int index, String place) {
        List<TransferUrl> sources = urls(file, "sources", place);
        List<TransferUrl> destinations = urls(file, "destinations", place);
        JsonNode checksum = JsonValues.value(file, "checksum");
        if (checksum != null && !checksum.isString()) {
            throw FtsException.badRequest(place + ".checksum must be a string such as ADLER32:0a1b2c3d");
        }
        return new FileEntry(
                index,
                sources,
                destinations,
                checksum(checksum, place),
                checksum != null && !checksum.stringValue().isBlank(),
                size(JsonValues.value(file, "filesize"), place),
                activity(JsonValues.value(file, "activity"), place),
                metadata(JsonValues.value(file, "metadata"), place),
                tapeMetadata(file, "staging_metadata", place),
                tapeMetadata(file, "archive_metadata", place),
                scitag(JsonValues.value(file, "scitag"), place),
                strategy(JsonValues.value(file, "selection_strategy"), sources.size() > 1, place),
                tokens(file, "source_tokens", place),
                tokens(file, "destination_tokens", place));
    }

    private static @Nullable String metadata(@Nullable JsonNode given, String place) {
        return given == null
                ? null
                : JsonValues.text(JsonValues.metadata(given, place + ".metadata"), place + ".metadata", MAX_METADATA);
    }

    private static @Nullable String tapeMetadata(JsonNode file, String key, String place) {
        JsonNode given = JsonValues.value(file, key);
        return given == null
                ? null
                : JsonValues.text(JsonValues.object(given, place + "." + key), place + "." + key, MAX_TAPE_METADATA);
    }

    private List<TransferUrl> urls(JsonNode file, String key, String place) {
        JsonNode urls = JsonValues.value(file, key);
        if (urls == null || !urls.isArray()) {
            throw FtsException.badRequest(place + "." + key + " is missing: give an array of URLs");
        }
        List<TransferUrl> parsed = new ArrayList<>(urls.size());
        for (int i = 0; i < urls.size(); i++) {
            JsonNode url = urls.get(i);
            if (!url.isString()) {
                throw FtsException.badRequest(place + "." + key + " must hold strings");
            }
            parsed.add(url(url.stringValue().strip(), place + "." + key));
        }
        return parsed;
    }

    private TransferUrl url(String text, String place) {
        try {
            return reader.read(text);
        } catch (TransferUrls.UnknownSchemeException unknown) {
            String known = KNOWN_BUT_MISSING.get(unknown.scheme());
            throw FtsException.badRequest(place + ": the scheme \"" + JsonValues.printable(unknown.scheme(), place)
                    + "\"" + (known == null ? "" : " (" + known + ")")
                    + " is not supported by this server, use one of davs, https, dav, http");
        } catch (IllegalArgumentException refused) {
            throw FtsException.badRequest(place + ": " + refused.getMessage());
        }
    }

    private static String checksum(@Nullable JsonNode given, String place) {
        if (given == null || given.stringValue().isBlank()) {
            return "ADLER32";
        }
        String text = JsonValues.printable(given.stringValue().strip(), place + ".checksum");
        if (text.regionMatches(true, 0, "ADLER32:", 0, 8) && !isAdler32(text)) {
            throw FtsException.badRequest(place + ".checksum: an ADLER32 value has 1 to 8 hex digits");
        }
        return JsonValues.cut(text);
    }

    private static boolean isAdler32(String text) {
        int length = text.length() - 8;
        if (length > 8) {
            return false;
        }
        for (int i = 8; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static String activity(@Nullable JsonNode given, String place) {
        if (given == null) {
            return "default";
        }
        if (!given.isString()) {
            throw FtsException.badRequest(place + ".activity must be a string");
        }
        String text = JsonValues.printable(given.stringValue(), place + ".activity");
        return text.isBlank() ? "default" : JsonValues.cut(text);
    }

    private static long size(@Nullable JsonNode given, String place) {
        if (given == null) {
            return 0;
        }
        long size;
        if (given.isIntegralNumber() && given.canConvertToLong()) {
            size = given.longValue();
        } else if (given.isNumber() && Math.abs(given.doubleValue(Double.NaN)) < 1e18) {
            size = (long) given.doubleValue();
        } else if (given.isString() && given.stringValue().strip().matches("-?[0-9]{1,18}")) {
            size = Long.parseLong(given.stringValue().strip());
        } else {
            throw FtsException.badRequest(place + ".filesize must be a number of bytes");
        }
        if (size < 0) {
            throw FtsException.badRequest(place + ".filesize must not be negative");
        }
        return size;
    }

    private static @Nullable Integer scitag(@Nullable JsonNode given, String place) {
        if (given == null) {
            return null;
        }
        if (!given.isIntegralNumber()
                || !given.canConvertToInt()
                || given.intValue() < MIN_SCITAG
                || given.intValue() > MAX_SCITAG) {
            throw FtsException.badRequest(
                    place + ".scitag must be a whole number from " + MIN_SCITAG + " to " + MAX_SCITAG);
        }
        return given.intValue();
    }

    /// Checked only where there is something to choose.
    private static @Nullable SourceStrategy strategy(@Nullable JsonNode given, boolean choice, String place) {
        if (given == null) {
            return null;
        }
        SourceStrategy strategy =
                given.isString() ? SourceStrategy.find(given.stringValue()).orElse(null) : null;
        if (strategy == null && choice) {
            throw FtsException.badRequest(
                    place + ".selection_strategy must be one of " + String.join(", ", SourceStrategy.names()));
        }
        return strategy;
    }

    private static List<String> tokens(JsonNode file, String key, String place) {
        JsonNode tokens = JsonValues.value(file, key);
        if (tokens == null) {
            return List.of();
        }
        if (!tokens.isArray()) {
            throw FtsException.badRequest(place + "." + key + " must be an array of strings");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode token : tokens) {
            if (!token.isString() || token.stringValue().isBlank()) {
                throw FtsException.badRequest(place + "." + key + " must hold strings that are not empty");
            }
            texts.add(token.stringValue().strip());
        }
        return texts;
    }
}
