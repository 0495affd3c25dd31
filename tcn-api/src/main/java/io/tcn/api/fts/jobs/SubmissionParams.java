// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `params` of a submission, with FTS's rules for flags and numbers: null means the default, flags come as booleans,
/// numbers or letters.
///
/// @param object the JSON object
record SubmissionParams(JsonNode object) {
    /// So that every date stays within what clients and databases know.
    private static final Duration MAX_QUEUE_TIME = Duration.ofDays(36_500);

    @Nullable
    JsonNode find(String key) {
        return JsonValues.value(object, key);
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
        return JsonValues.printable(value.stringValue(), "params." + key);
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
            return value.canConvertToInt() && value.intValue() != 0;
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

    /// A number where what Python takes for false means "not given", 0 here: `""`, `false`, an empty list or object.
    int integerOrFalse(String key) {
        JsonNode value = find(key);
        boolean isFalse = value != null
                && ((value.isBoolean() && !value.booleanValue())
                        || (value.isString() && value.stringValue().isEmpty())
                        || (value.isFloatingPointNumber() && value.doubleValue() == 0)
                        || (value.isContainer() && value.isEmpty()));
        return isFalse ? 0 : integer(key, 0);
    }

    /// A number where FTS takes anything else for "not given".
    int lenientInteger(String key) {
        JsonNode value = find(key);
        return value != null && value.isIntegralNumber() && value.canConvertToInt() ? value.intValue() : -1;
    }

    /// Whether `verify_checksum` was given and not false.
    boolean asksToVerify() {
        JsonNode value = find("verify_checksum");
        return value != null && (!value.isBoolean() || value.booleanValue());
    }

    /// FTS's letter: who verifies the checksum.
    ///
    /// @param anyChecksum whether a file carries a checksum
    char verifyChecksum(boolean anyChecksum) {
        JsonNode value = find("verify_checksum");
        if (value == null || (value.isBoolean() && !value.booleanValue())) {
            return anyChecksum ? 't' : 'n';
        }
        if (value.isBoolean()) {
            return 'b';
        }
        String text = value.isString() ? value.stringValue().toLowerCase(Locale.ROOT) : "";
        return switch (text) {
            case "both", "b", "y", "yes", "true" -> 'b';
            case "source", "s" -> 's';
            case "target", "t" -> 't';
            case "none", "n", "no" -> 'n';
            default ->
                throw FtsException.badRequest("\"verify_checksum\" must be both, source, target, none, true or false");
        };
    }

    /// FTS's letter: what happens to a destination that is there already; null for none.
    @Nullable
    Character overwrite(boolean multihop) {
        List<String> given = new ArrayList<>();
        for (String flag : List.of("overwrite", "overwrite_on_retry", "overwrite_hop", "overwrite_when_only_on_disk")) {
            if (flag(flag)) {
                given.add(flag);
            }
        }
        boolean hopAndDisk = given.equals(List.of("overwrite_hop", "overwrite_when_only_on_disk"));
        if (given.size() > 1 && !hopAndDisk) {
            throw FtsException.badRequest("\"" + String.join("\" and \"", given) + "\" exclude each other");
        }
        if (given.contains("overwrite_hop") && !multihop) {
            throw FtsException.badRequest("\"overwrite_hop\" needs \"multihop\"");
        }
        if (given.contains("overwrite_when_only_on_disk")) {
            throw FtsException.badRequest(
                    "\"overwrite_when_only_on_disk\" needs an \"archive_timeout\", and waiting for tape is what this"
                            + " server cannot do yet");
        }
        return given.isEmpty()
                ? null
                : switch (given.getFirst()) {
                    case "overwrite" -> 'Y';
                    case "overwrite_on_retry" -> 'R';
                    default -> 'M';
                };
    }

    /// How long transfers may wait: a number of hours, or a text such as `10m`; null for no limit.
    @Nullable
    Duration maxTimeInQueue() {
        JsonNode value = find("max_time_in_queue");
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

    /// FTS's internal parameters, null if there are none.
    @Nullable
    String internalParams() {
        List<String> parts = new ArrayList<>();
        for (String key : List.of("nostreams", "timeout", "buffer_size")) {
            int value = integerOrFalse(key);
            if (value != 0) {
                parts.add((key.equals("buffer_size") ? "buffersize" : key) + ":" + value);
            }
        }
        if (flag("strict_copy")) {
            parts.add("strict");
        }
        if (flag("disable_cleanup")) {
            parts.add("disable-cleanup");
        }
        if (flag("ipv4")) {
            parts.add("ipv4");
        } else if (flag("ipv6")) {
            parts.add("ipv6");
        }
        if (flag("s3alternate")) {
            parts.add("s3alternate");
        }
        return parts.isEmpty() ? null : String.join(",", parts);
    }

    /// The seed of a deterministic id, null for a fresh id.
    @Nullable
    String sid() {
        JsonNode generator = find("id_generator");
        if (generator == null
                || !generator.isString()
                || !generator.stringValue().equals("deterministic")) {
            return null;
        }
        String sid = text("sid");
        if (sid == null) {
            throw FtsException.badRequest("\"sid\" is needed for \"id_generator\": \"deterministic\"");
        }
        return sid;
    }
}
