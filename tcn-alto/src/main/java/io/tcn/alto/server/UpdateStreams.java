// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// All open update streams, and the control of each (RFC 8895 §7). Used under the server's lock.
final class UpdateStreams {
    /// Below the root path; the rest of a path is the secret name of one stream.
    static final String CONTROL = ResourceTable.UPDATES + "/c/";

    private static final int MAX_STREAMS = 64;
    private static final int CONTROL_BYTES = 16;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;
    private static final int BUSY = 503;
    private static final String RETRY_SECONDS = "10";

    private final FollowedResources resources;
    private final RandomGenerator random;
    private final Map<String, ServedStream> byControlId = new LinkedHashMap<>();

    UpdateStreams(FollowedResources resources, RandomGenerator random) {
        this.resources = resources;
        this.random = random;
    }

    /// Opens a stream; its first events are out when this returns.
    ServedStream open(AltoRequest request, Outlet outlet, Edition edition) throws RequestException {
        Negotiation.checkAccept(request, AltoMediaTypes.EVENT_STREAM);
        Negotiation.checkContentType(request, AltoMediaTypes.UPDATE_STREAM_PARAMS);
        StreamParameters parameters = StreamParameters.opening(RequestBody.parse(request.body()));
        byControlId.values().removeIf(stream -> !stream.isOpen());
        if (byControlId.size() >= MAX_STREAMS) {
            throw RequestException.value(BUSY, "add", "no stream is free, " + MAX_STREAMS + " are open");
        }
        byte[] secret = new byte[CONTROL_BYTES];
        random.nextBytes(secret);
        String controlId = HexFormat.of().formatHex(secret);
        ServedStream stream = new ServedStream(resources, outlet, request.caller());
        stream.begin(parameters, CONTROL + controlId, edition);
        byControlId.put(controlId, stream);
        return stream;
    }

    /// The answer to a request for a stream that was refused.
    static AltoTransport.Opened.Refused refused(RequestException why) {
        AltoResponse response = AnswerContent.error(why);
        return new AltoTransport.Opened.Refused(
                why.status() == BUSY
                        ? new AltoResponse(BUSY, response.fields().with("Retry-After", RETRY_SECONDS), response.body())
                        : response);
    }

    AltoResponse control(AltoRequest request, String controlId, Edition edition) {
        try {
            ServedStream stream = byControlId.get(controlId);
            if (stream == null || !stream.isOpen()) {
                throw RequestException.value(NOT_FOUND, "uri", "no such stream");
            }
            if (!request.method().equals("POST")) {
                AltoResponse refusal = AnswerContent.error(RequestException.value(405, "method", request.method()));
                return new AltoResponse(refusal.status(), refusal.fields().with("Allow", "POST"), refusal.body());
            }
            Negotiation.checkContentType(request, AltoMediaTypes.UPDATE_STREAM_PARAMS);
            StreamParameters parameters = StreamParameters.control(RequestBody.parse(request.body()));
            if (!stream.change(parameters, edition)) {
                byControlId.remove(controlId);
            }
            return new AltoResponse(NO_CONTENT, HttpFields.of(Map.of("Cache-Control", "no-store")), new byte[0]);
        } catch (RequestException refused) {
            return AnswerContent.error(refused);
        }
    }

    void update(Edition edition) {
        all().forEach(stream -> stream.send(edition));
    }

    void comment() {
        all().forEach(ServedStream::comment);
    }

    void close(ServedStream stream, String why) {
        byControlId.values().removeIf(candidate -> candidate.equals(stream));
        stream.end(why);
    }

    void closeAll(String why) {
        all().forEach(stream -> close(stream, why));
    }

    /// A copy: a receiver may open or close streams while it hears one.
    private List<ServedStream> all() {
        return List.copyOf(byControlId.values());
    }
}
