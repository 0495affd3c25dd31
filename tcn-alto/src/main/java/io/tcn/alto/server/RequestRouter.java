// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the resource of a request, checks the request as far as HTTP goes, and lets the resource answer.
final class RequestRouter {
    /// Where all paths begin.
    static final String ROOT = "/alto/v1/";

    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;

    /// What elements have decides what the directory says of their map; it hardly ever changes.
    private record Paths(List<String> properties, Map<String, Map<String, ServedResource>> byPath) {}

    private final ResourceTable table;
    private volatile @Nullable Paths paths;

    RequestRouter(ResourceTable table) {
        this.table = table;
    }

    /// The resources by path; a path may have one for each method.
    private Map<String, Map<String, ServedResource>> byPath(Edition edition) {
        List<String> properties = edition.elements().propertyNames();
        Paths known = paths;
        if (known == null || !known.properties.equals(properties)) {
            known = new Paths(properties, make(properties));
            paths = known;
        }
        return known.byPath;
    }

    private Map<String, Map<String, ServedResource>> make(List<String> properties) {
        Map<String, ServedResource> resources = table.resources(properties);
        Document directory = table.directory(resources);
        AnswerContent answer =
                new AnswerContent(AltoMediaTypes.DIRECTORY, directory.body(), "\"" + directory.etag() + "\"");
        List<ServedResource> all = new ArrayList<>(resources.values());
        all.add(new ServedResource(
                ResourceTable.DIRECTORY,
                ResourceTable.DIRECTORY,
                AltoMediaTypes.DIRECTORY,
                null,
                null,
                List.of(),
                (call, body) -> answer));
        Map<String, Map<String, ServedResource>> byPath = new HashMap<>();
        for (ServedResource resource : all) {
            byPath.computeIfAbsent(resource.path(), none -> new HashMap<>()).put(resource.method(), resource);
        }
        return byPath;
    }

    private static @Nullable String path(AltoRequest request) {
        String path = request.uri().getPath();
        return path != null && path.startsWith(ROOT) ? path.substring(ROOT.length()) : null;
    }

    AltoResponse answer(AltoRequest request, Edition edition) {
        try {
            @Nullable Map<String, ServedResource> methods = byPath(edition).get(path(request));
            if (methods == null) {
                throw RequestException.value(
                        NOT_FOUND, "uri", String.valueOf(request.uri().getPath()));
            }
            ServedResource resource = methods.get(request.method());
            if (resource == null) {
                AltoResponse refusal =
                        AnswerContent.error(RequestException.value(METHOD_NOT_ALLOWED, "method", request.method()));
                String allowed =
                        String.join(", ", methods.keySet().stream().sorted().toList());
                return new AltoResponse(refusal.status(), refusal.fields().with("Allow", allowed), refusal.body());
            }
            return answer(request, resource, edition);
        } catch (RequestException refused) {
            return AnswerContent.error(refused);
        }
    }

    private static AltoResponse answer(AltoRequest request, ServedResource resource, Edition edition)
            throws RequestException {
        Negotiation.checkAccept(request, resource.essence());
        @Nullable RequestBody body = null;
        if (resource.accepts() != null) {
            Negotiation.checkContentType(request, resource.accepts());
            body = RequestBody.parse(request.body());
        }
        AnswerContent answer = resource.service().answer(new ServedResource.Call(edition, request.caller()), body);
        if (answer.etag() != null && Negotiation.isKnown(request, answer.etag())) {
            HttpFields fields = HttpFields.of(Map.of("ETag", answer.etag(), "Cache-Control", "no-cache"));
            return new AltoResponse(NOT_MODIFIED, fields, new byte[0]);
        }
        return answer.toResponse();
    }
}
