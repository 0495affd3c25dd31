// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.intake.Intake;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.text.OneLine;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/// Reads request bodies strictly: unknown keys and wrong types are refused with their place.
@Component
class RequestBodies {
    /// All but transfers are small.
    private static final long MAX_SMALL_BODY = 1 << 20;
    /// Longest text; URLs and names are shorter.
    private static final int MAX_TEXT = 64 * 1024;

    private static final int MAX_DEPTH = 100;
    /// Keys, values and brackets per transfer, its metadata included.
    private static final int TOKENS_PER_TRANSFER = 60;

    private static final int TOKENS_BESIDE = 10_000;

    private final Intake intake;
    private final JsonMapper small;
    private final JsonMapper large;
    private final long maxBody;

    RequestBodies(Intake intake, TcnProperties properties) {
        this.intake = intake;
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxStringLength(MAX_TEXT)
                .maxNameLength(MAX_TEXT)
                .maxNestingDepth(MAX_DEPTH)
                .maxTokenCount((long) properties.fts().maxFilesPerJob() * TOKENS_PER_TRANSFER + TOKENS_BESIDE)
                .build();
        this.small = StrictJson.mapper(constraints, true);
        this.large = StrictJson.mapper(constraints, false);
        this.maxBody = properties.fts().maxBody().toBytes();
    }

    /// Reads a small body.
    <T> T read(HttpServletRequest request, Class<T> type) throws IOException {
        return intake.take(request, Math.min(MAX_SMALL_BODY, maxBody), body -> read(body, type, small));
    }

    /// Reads a body that may be large, and works on it while there is room for it.
    <T, R> R read(HttpServletRequest request, Class<T> type, Function<T, R> work) throws IOException {
        return intake.take(request, maxBody, body -> work.apply(read(body, type, large)));
    }

    private static <T> T read(InputStream in, Class<T> type, JsonMapper mapper) {
        try (JsonParser parser = mapper.createParser(in)) {
            if (parser.nextToken() == null) {
                throw Problem.badRequest("the body is empty, a JSON object is expected");
            }
            T body = mapper.readValue(parser, type);
            if (body == null) {
                throw Problem.badRequest("the body is null, a JSON object is expected");
            }
            return body;
        } catch (StreamConstraintsException large) {
            throw new Problem(
                    HttpStatus.CONTENT_TOO_LARGE, "the body asks for too much: " + large.getOriginalMessage());
        } catch (JacksonException unreadable) {
            String place = place(unreadable);
            String words = words(unreadable);
            throw place.isEmpty()
                    ? Problem.badRequest("the body cannot be read: " + words)
                    : Problem.badRequest(place, "the body cannot be read at " + place + ": " + words);
        }
    }

    /// Where, as in `transfers[0].sizeBytes`.
    private static String place(JacksonException unreadable) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            if (step.getPropertyName() == null) {
                place.append('[').append(step.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return place.toString();
    }

    /// What is wrong, without names of classes and of settings of the parser.
    private static String words(JacksonException unreadable) {
        return switch (unreadable) {
            case UnrecognizedPropertyException unknown ->
                "there is no key \"" + unknown.getPropertyName() + "\", known are " + unknown.getKnownPropertyIds();
            case MismatchedInputException wrong -> expected(wrong.getTargetType()) + " is expected";
            default -> String.valueOf(unreadable.getOriginalMessage()).replaceFirst(": enable `.*", "");
        };
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == Long.class || type == Integer.class) {
            return "a whole number";
        }
        if (type == Double.class) {
            return "a number";
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a string";
        }
        return type != null && Collection.class.isAssignableFrom(type) ? "an array" : "one JSON object";
    }

    /// Turns what the model refuses into an answer.
    static <T extends @Nullable Object> T checked(Supplier<T> body) {
        try {
            return body.get();
        } catch (IllegalArgumentException refused) {
            throw Problem.badRequest(
                    refused.getMessage() == null ? "the request makes no sense" : refused.getMessage());
        }
    }

    static String need(@Nullable String value, String key) {
        if (value == null || value.isBlank()) {
            throw Problem.badRequest(key, "\"" + key + "\" is missing");
        }
        return value.strip();
    }

    /// Refuses what would begin another line or control a terminal where it is shown.
    static String printable(String text, String key) {
        if (!OneLine.of(text).equals(text)) {
            throw Problem.badRequest(key, "\"" + key + "\" is one line: leave line ends and control characters out");
        }
        return text;
    }
}
