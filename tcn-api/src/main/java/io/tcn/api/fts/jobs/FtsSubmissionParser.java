// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the JSON of a submission (`POST /jobs`) as FTS does: nulls mean defaults, unknown keys are passed over,
/// flags come as booleans, numbers or letters. What this server cannot do yet is refused here, not accepted and
/// failed later.
final class FtsSubmissionParser {
    private static final Set<String> SCHEMES = Set.of("https", "http", "davs", "dav");
    private static final int MAX_URL = 1100;
    private static final int MAX_FILE_METADATA = 4096;
    private static final int MAX_JOB_METADATA = 2048;
    private static final int DEFAULT_RETRY_DELAY_SECONDS = 120;
    /// So that every date stays within what clients and databases know.
    private static final Duration MAX_QUEUE_TIME = Duration.ofDays(36_500);

    private final int maxFiles;

    FtsSubmissionParser(int maxFiles) {
        this.maxFiles = maxFiles;
    }

    /// One file of a submission.
    record ParsedFile(
            URI source,
            URI destination,
            String checksum,
            long sizeBytes,
            String activity,
            @Nullable ObjectNode metadata) {}

    /// A submission, read and checked.
    ///
    /// @param sid seed of a deterministic id, null for a fresh one
    /// @param overwrite FTS's letter, null for none
    /// @param maxTimeInQueue null for no limit
    record Parsed(
            List<ParsedFile> files,
            char type,
            char verifyChecksum,
            @Nullable Character overwrite,
            int retry,
            int retryDelaySeconds,
            int priority,
            @Nullable Duration maxTimeInQueue,
            @Nullable Duration timeout,
            ObjectNode metadata,
            @Nullable String sid,
            @Nullable String sourceSpace,
            @Nullable String destinationSpace,
            @Nullable String internalParams) {
        ChecksumMode checksumMode() {
            return switch (verifyChecksum) {
                case 'b' -> ChecksumMode.BOTH;
                case 's' -> ChecksumMode.SOURCE;
                case 't' -> ChecksumMode.TARGET;
                default -> ChecksumMode.WHEN_OBTAINABLE;
            };
        }
    }

    Parsed parse(JsonNode root) {
        if (!root.isObject()) {
            throw FtsException.badRequest("The submission must be a JSON object with \"files\"");
        }
        if (root.hasNonNull("delete")) {
            throw new FtsException(405, "Deletion jobs are not supported");
        }
        JsonNode files = root.get("files");
        if (files == null || !files.isArray() || files.isEmpty()) {
            throw FtsException.badRequest(
                    "No transfers are specified: \"files\" must be an array with at least one entry");
        }
        if (files.size() > maxFiles) {
            throw new FtsException(
                    413,
                    "The job has " + files.size() + " files, at most " + maxFiles
                            + " are taken at once: split it into several jobs");
        }
        JsonNode given = root.get("params");
        if (given != null && !given.isNull() && !given.isObject()) {
            throw FtsException.badRequest("\"params\" must be an object");
        }
        Params params = new Params(given == null || given.isNull() ? JsonNodeFactory.instance.objectNode() : given);
        List<ParsedFile> parsed = new ArrayList<>(files.size());
        for (int i = 0; i < files.size(); i++) {
            parsed.add(file(files.get(i), "files[" + i + "]"));
        }
        return job(params, parsed);
    }

    private static Parsed job(Params params, List<ParsedFile> files) {
        refuseWhatIsMissing(params);
        boolean multihop = params.flag("multihop");
        boolean reuse = params.flag("reuse");
        if (multihop && reuse) {
            throw FtsException.badRequest("\"multihop\" and \"reuse\" exclude each other");
        }
        if (reuse) {
            refuseDifferentEndpoints(files);
        }
        int retry = params.integer("retry", 0);
        int delay = params.integer("retry_delay", 0);
        int timeout = params.integer("timeout", 0);
        String generator = params.text("id_generator");
        String sid = null;
        if ("deterministic".equals(generator)) {
            sid = params.text("sid");
            if (sid == null) {
                throw FtsException.badRequest("\"sid\" is needed for \"id_generator\": \"deterministic\"");
            }
        }
        return new Parsed(
                List.copyOf(files),
                multihop ? 'H' : reuse ? 'Y' : 'N',
                verifyChecksum(params, files),
                overwrite(params, multihop),
                retry,
                delay > 0 ? delay : DEFAULT_RETRY_DELAY_SECONDS,
                Math.clamp(params.integer("priority", 3) == 0 ? 3 : params.integer("priority", 3), 1, 5),
                maxTimeInQueue(params),
                timeout > 0 ? Duration.ofSeconds(timeout) : null,
                jobMetadata(params),
                sid,
                emptyToNull(params.text("source_spacetoken")),
                emptyToNull(params.text("destination_spacetoken")),
                internalParams(params));
    }

    private static void refuseWhatIsMissing(Params params) {
        for (String staging : List.of("bring_online", "copy_pin_lifetime")) {
            if (params.lenientInteger(staging) > 0) {
                throw FtsException.badRequest(
                        "\"" + staging + "\" asks for staging from tape, which this server cannot do yet");
            }
        }
        if (params.lenientInteger("archive_timeout") > 0) {
            throw FtsException.badRequest("\"archive_timeout\" asks to wait for tape, which this server cannot do yet");
        }
        for (String flag : List.of("overwrite_on_retry", "overwrite_when_only_on_disk")) {
            if (params.flag(flag)) {
                throw FtsException.badRequest("\"" + flag + "\" is not supported by this server yet");
            }
        }
        if (params.has("target_qos")) {
            throw FtsException.badRequest("\"target_qos\" is not supported");
        }
    }

    private static void refuseDifferentEndpoints(List<ParsedFile> files) {
        long pairs = files.stream()
                .map(file -> FtsNames.storageElement(file.source()) + " " + FtsNames.storageElement(file.destination()))
                .distinct()
                .count();
        if (pairs > 1) {
            throw FtsException.badRequest(
                    "With \"reuse\" all files must have the same source and destination endpoint");
        }
    }

    private static @Nullable Character overwrite(Params params, boolean multihop) {
        boolean all = params.flag("overwrite");
        boolean hops = params.flag("overwrite_hop");
        if (all && hops) {
            throw FtsException.badRequest("\"overwrite\" and \"overwrite_hop\" exclude each other");
        }
        if (hops && !multihop) {
            throw FtsException.badRequest("\"overwrite_hop\" needs \"multihop\"");
        }
        return all ? Character.valueOf('Y') : hops ? Character.valueOf('M') : null;
    }

    private static char verifyChecksum(Params params, List<ParsedFile> files) {
        JsonNode value = params.find("verify_checksum");
        if (value != null && value.isString()) {
            return switch (value.stringValue().toLowerCase(Locale.ROOT)) {
                case "both", "b" -> 'b';
                case "source", "s" -> 's';
                case "target", "t" -> 't';
                case "none", "n" -> 'n';
                default ->
                    throw FtsException.badRequest(
                            "\"verify_checksum\" must be both, source, target, none, true or false");
            };
        }
        if (value != null && !value.isBoolean()) {
            throw FtsException.badRequest("\"verify_checksum\" must be both, source, target, none, true or false");
        }
        if (value != null && value.booleanValue()) {
            return 'b';
        }
        return files.stream().anyMatch(file -> file.checksum().contains(":")) ? 't' : 'n';
    }

    private static @Nullable Duration maxTimeInQueue(Params params) {
        JsonNode value = params.find("max_time_in_queue");
        if (value == null) {
            return null;
        }
        if (value.isIntegralNumber()) {
            if (!value.canConvertToLong() || value.longValue() > MAX_QUEUE_TIME.toHours()) {
                throw queueTimeTooLong();
            }
            return value.longValue() > 0 ? Duration.ofHours(value.longValue()) : null;
        }
        String text = value.isString() ? value.stringValue().strip() : "";
        if (!text.matches("[0-9]{1,9}[smhdSMHD]")) {
            return null;
        }
        long amount = Long.parseLong(text.substring(0, text.length() - 1));
        Duration duration = switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 's' -> Duration.ofSeconds(amount);
            case 'm' -> Duration.ofMinutes(amount);
            case 'h' -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
        if (duration.compareTo(MAX_QUEUE_TIME) > 0) {
            throw queueTimeTooLong();
        }
        return duration.isZero() ? null : duration;
    }

    private static FtsException queueTimeTooLong() {
        return FtsException.badRequest(
                "\"max_time_in_queue\" is at most " + MAX_QUEUE_TIME.toDays() + " days; leave it out for no limit");
    }

    private static ObjectNode jobMetadata(Params params) {
        ObjectNode metadata = metadata(params.find("job_metadata"), "params.job_metadata", MAX_JOB_METADATA);
        return metadata == null ? JsonNodeFactory.instance.objectNode() : metadata;
    }

    private static @Nullable String internalParams(Params params) {
        List<String> parts = new ArrayList<>();
        for (String key : List.of("nostreams", "timeout", "buffer_size")) {
            int value = params.integer(key, 0);
            if (value != 0) {
                parts.add((key.equals("buffer_size") ? "buffersize" : key) + ":" + value);
            }
        }
        if (params.flag("strict_copy")) {
            parts.add("strict");
        }
        if (params.flag("disable_cleanup")) {
            parts.add("disable-cleanup");
        }
        if (params.flag("ipv4")) {
            parts.add("ipv4");
        } else if (params.flag("ipv6")) {
            parts.add("ipv6");
        }
        if (params.flag("s3alternate")) {
            parts.add("s3alternate");
        }
        return parts.isEmpty() ? null : String.join(",", parts);
    }

    private static ParsedFile file(JsonNode file, String place) {
        if (!file.isObject()) {
            throw FtsException.badRequest(place + " must be an object");
        }
        URI source = url(only(file, "sources", place), place + ".sources");
        URI destination = url(only(file, "destinations", place), place + ".destinations");
        JsonNode checksum = value(file, "checksum");
        if (checksum != null && !checksum.isString()) {
            throw FtsException.badRequest(place + ".checksum must be a string such as ADLER32:0a1b2c3d");
        }
        JsonNode activity = value(file, "activity");
        if (activity != null && !activity.isString()) {
            throw FtsException.badRequest(place + ".activity must be a string");
        }
        return new ParsedFile(
                source,
                destination,
                checksum(checksum, place),
                size(value(file, "filesize"), place),
                activity == null ? "default" : cut(printable(activity.stringValue(), place + ".activity")),
                metadata(value(file, "metadata"), place + ".metadata", MAX_FILE_METADATA));
    }

    private static String checksum(@Nullable JsonNode given, String place) {
        if (given == null || given.stringValue().isBlank()) {
            return "ADLER32";
        }
        String text = printable(given.stringValue().strip(), place + ".checksum");
        if (text.toUpperCase(Locale.ROOT).startsWith("ADLER32:") && !text.matches("(?i)ADLER32:[0-9a-f]{0,8}")) {
            throw FtsException.badRequest(place + ".checksum: an ADLER32 value has 1 to 8 hex digits");
        }
        return cut(text);
    }

    /// Refuses what no database column takes.
    private static String printable(String text, String place) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw FtsException.badRequest(place + " holds control characters");
        }
        return text;
    }

    private static String cut(String text) {
        return text.length() <= 255 ? text : text.substring(0, 255);
    }

    private static String only(JsonNode file, String key, String place) {
        JsonNode urls = value(file, key);
        if (urls == null || !urls.isArray() || urls.isEmpty()) {
            throw FtsException.badRequest(place + "." + key + " is missing: give an array with one URL");
        }
        if (urls.size() > 1) {
            throw FtsException.badRequest(place + "." + key + " has " + urls.size()
                    + " URLs: jobs with several replicas are not supported by this server yet");
        }
        JsonNode url = urls.get(0);
        if (!url.isString()) {
            throw FtsException.badRequest(place + "." + key + " must hold strings");
        }
        return url.stringValue().strip();
    }

    private static URI url(String text, String place) {
        if (text.length() > MAX_URL) {
            throw FtsException.badRequest(place + ": a URL has at most " + MAX_URL + " characters");
        }
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException unreadable) {
            throw FtsException.badRequest(place + ": not a URL: " + unreadable.getReason() + " at position "
                    + unreadable.getIndex() + "; blanks and the like must be percent-encoded");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme)) {
            throw FtsException.badRequest(place + ": the scheme \"" + scheme
                    + "\" is not supported by this server, use one of davs, https, dav, http");
        }
        boolean hasPath = url.getPath() != null
                && (url.getPath().length() > 1 || (url.getPath().equals("/") && url.getQuery() != null));
        if (url.getHost() == null || !hasPath) {
            throw FtsException.badRequest(place + ": a URL needs a host and a path, as in davs://host/path");
        }
        try {
            Endpoint.of(url);
        } catch (IllegalArgumentException refused) {
            throw FtsException.badRequest(place + ": " + refused.getMessage());
        }
        return url;
    }

    private static long size(@Nullable JsonNode given, String place) {
        if (given == null) {
            return 0;
        }
        long size;
        if (given.isIntegralNumber() && given.canConvertToLong()) {
            size = given.longValue();
        } else if (given.isNumber()) {
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

    private static @Nullable ObjectNode metadata(@Nullable JsonNode given, String place, int limit) {
        if (given == null) {
            return null;
        }
        ObjectNode metadata;
        if (given instanceof ObjectNode object) {
            metadata = object;
        } else if (given.isString()) {
            metadata = JsonNodeFactory.instance.objectNode().put("label", given.stringValue());
        } else {
            throw FtsException.badRequest(place + " must be an object or a string");
        }
        if (metadata.toString().length() > limit) {
            throw FtsException.badRequest(place + " is longer than " + limit + " characters");
        }
        return metadata;
    }

    private static @Nullable JsonNode value(JsonNode object, String key) {
        JsonNode value = object.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : cut(text);
    }

    /// `params` with FTS's rules for flags and numbers.
    private record Params(JsonNode object) {
        boolean has(String key) {
            return find(key) != null;
        }

        @Nullable
        JsonNode find(String key) {
            return value(object, key);
        }

        @Nullable
        String text(String key) {
            JsonNode value = find(key);
            if (value == null) {
                return null;
            }
            if (!value.isString()) {
                throw FtsException.badRequest("params." + key + " must be a string");
            }
            return printable(value.stringValue(), "params." + key);
        }

        boolean flag(String key) {
            JsonNode value = find(key);
            if (value == null) {
                return false;
            }
            if (value.isBoolean()) {
                return value.booleanValue();
            }
            if (value.isIntegralNumber()) {
                return value.intValue() != 0;
            }
            String text = value.isString() ? value.stringValue().strip().toUpperCase(Locale.ROOT) : "?";
            if (text.startsWith("Y")) {
                return true;
            }
            if (text.isEmpty() || text.startsWith("N")) {
                return false;
            }
            throw FtsException.badRequest("params." + key + " must be true or false");
        }

        int integer(String key, int otherwise) {
            JsonNode value = find(key);
            if (value == null) {
                return otherwise;
            }
            if (value.isIntegralNumber() && value.canConvertToInt()) {
                return value.intValue();
            }
            if (value.isString() && value.stringValue().strip().matches("-?[0-9]{1,9}")) {
                return Integer.parseInt(value.stringValue().strip());
            }
            throw FtsException.badRequest("params." + key + " must be a whole number");
        }

        /// A number where FTS takes anything else for "not given".
        int lenientInteger(String key) {
            JsonNode value = find(key);
            return value != null && value.isIntegralNumber() && value.canConvertToInt() ? value.intValue() : -1;
        }
    }
}
