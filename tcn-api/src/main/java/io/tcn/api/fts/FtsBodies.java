// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import io.tcn.api.intake.Intake;
import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads bodies of the FTS face: JSON, up to a size, of which only so many are worked on at once.
@Component
public class FtsBodies {
    /// All but submissions are small.
    private static final long MAX_SMALL_BODY = 1 << 20;
    /// Longest text, such as a token; metadata and URLs are shorter.
    private static final int MAX_TEXT = 64 * 1024;

    private static final int MAX_DEPTH = 100;
    private static final int MAX_DIGITS = 1000;

    private final Intake intake;
    private final JsonMapper mapper;
    private final long maxBody;

    FtsBodies(Intake intake, TcnProperties properties) {
        this.intake = intake;
        this.mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxStringLength(MAX_TEXT)
                                .maxNameLength(MAX_TEXT)
                                .maxNestingDepth(MAX_DEPTH)
                                .maxNumberLength(MAX_DIGITS)
                                .build())
                        .build())
                .build();
        this.maxBody = properties.fts().maxBody().toBytes();
    }

    /// A small body, of which the type must say that it is JSON.
    public JsonNode readJson(HttpServletRequest request) throws IOException {
        needJson(request);
        return intake.take(
                request,
                Math.min(maxBody, MAX_SMALL_BODY),
                body -> whole(() -> {
                    JsonNode root = mapper.readTree(body);
                    if (root == null || root.isMissingNode()) {
                        throw empty();
                    }
                    return root;
                }));
    }

    /// The type of the body must say that it is JSON.
    ///
    /// @throws FtsException 400
    public void needJson(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null || !type.startsWith(MediaType.APPLICATION_JSON_VALUE)) {
            throw FtsException.badRequest("The Content-Type must be application/json");
        }
    }

    /// Reads a body as a stream. What is made of it must be done with when the work ends.
    ///
    /// @param read stands at the first token, and reads up to the end
    /// @param work what is done with it
    /// @throws FtsException 400
    public <S, T> T stream(HttpServletRequest request, Function<JsonParser, S> read, Function<S, T> work)
            throws IOException {
        return intake.take(
                request,
                maxBody,
                body -> work.apply(whole(() -> {
                    try (JsonParser parser = mapper.createParser(body)) {
                        if (parser.nextToken() == null) {
                            throw empty();
                        }
                        return read.apply(parser);
                    }
                })));
    }

    private static FtsException empty() {
        return FtsException.badRequest("The body is empty, a JSON object is expected");
    }

    private static <T> T whole(java.util.function.Supplier<T> read) {
        try {
            return read.get();
        } catch (JacksonException malformed) {
            @Nullable TokenStreamLocation place = malformed.getLocation();
            throw FtsException.badRequest("The body is not valid JSON: " + malformed.getOriginalMessage()
                    + (place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr()));
        }
    }
}
