// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.openapi;

import io.tcn.api.reason.Audited;
import io.tcn.api.reason.Reason;
import io.tcn.api.security.Needs;
import io.tcn.api.security.NeedsInterceptor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/// An OpenAPI 3.1 document of the routes below a path, made from their methods: what they take and answer are records,
/// what no code says is in [About].
///
/// A route or record that says too little is an `IllegalStateException` that names it.
public final class OpenApiDocument {
    private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final String PROBLEM = MediaType.APPLICATION_PROBLEM_JSON_VALUE;
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    /// An unknown parameter, a bad token, a banned name, too much at once, a defect, a database that is away: any
    /// route.
    private static final List<Integer> ALWAYS = List.of(400, 401, 403, 429, 500, 503);

    private final Schemas schemas = new Schemas();
    private final Map<String, Map<String, Object>> paths = new TreeMap<>();
    private final TreeSet<Integer> refusals = new TreeSet<>();

    private OpenApiDocument() {}

    /// Makes it.
    ///
    /// @param routes all that are served
    /// @param prefix those below this path are in the document
    /// @param info what the document says of the whole: title, version, description
    public static Map<String, Object> of(
            Map<RequestMappingInfo, HandlerMethod> routes, String prefix, Map<String, String> info) {
        OpenApiDocument document = new OpenApiDocument();
        // Bodies first: a record that is both taken and answered is closed in the document.
        routes.forEach((route, handler) -> document.eachOf(route, prefix, (path, method) -> {
            About about = document.about(handler);
            if (about.takes() != void.class) {
                document.schemas.ofBody(about.takes());
            }
        }));
        routes.forEach((route, handler) -> document.eachOf(
                route,
                prefix,
                (path, method) -> document.paths
                        .computeIfAbsent(path, first -> new TreeMap<>())
                        .put(method.toLowerCase(Locale.ROOT), document.operation(path, method, handler))));
        return inOrder(document.whole(info));
    }

    /// The same in an order that does not change from run to run.
    private static Map<String, Object> inOrder(Map<String, ?> map) {
        Map<String, Object> ordered = map instanceof LinkedHashMap ? new LinkedHashMap<>() : new TreeMap<>();
        map.forEach((key, value) -> ordered.put(key, inOrder(value)));
        return ordered;
    }

    @SuppressWarnings("unchecked") // keys of all maps here are texts
    private static @Nullable Object inOrder(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> inOrder((Map<String, ?>) map);
            case List<?> list -> list.stream().map(OpenApiDocument::inOrder).toList();
            case null, default -> value;
        };
    }

    private interface EachRoute {
        void see(String path, String method);
    }

    private void eachOf(RequestMappingInfo route, String prefix, EachRoute each) {
        for (String path : route.getPatternValues()) {
            if (path.startsWith(prefix + "/")) {
                for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                    each.see(path, method.name());
                }
            }
        }
    }

    private About about(HandlerMethod handler) {
        About about = handler.getMethodAnnotation(About.class);
        if (about == null) {
            throw new IllegalStateException(handler + " has no @About");
        }
        return about;
    }

    private Map<String, Object> whole(Map<String, String> info) {
        Map<String, Object> document = Schemas.map("openapi", "3.1.1");
        document.put("info", info);
        document.put("servers", List.of(Map.of("url", "/")));
        document.put("security", List.of(Map.of("certificate", List.of()), Map.of("token", List.of())));
        document.put("paths", paths);
        Map<String, Object> components = new LinkedHashMap<>();
        components.put(
                "securitySchemes",
                Map.of(
                        "certificate",
                        Map.of("type", "mutualTLS"),
                        "token",
                        Map.of("type", "http", "scheme", "bearer")));
        components.put("responses", problems());
        Map<String, Map<String, Object>> named = new TreeMap<>(schemas.components());
        named.put("Problem", problem());
        components.put("schemas", named);
        document.put("components", components);
        return document;
    }

    private Map<String, Object> operation(String path, String method, HandlerMethod handler) {
        About about = about(handler);
        Needs needs = NeedsInterceptor.of(handler);
        boolean open = needs != null && needs.open();
        Map<String, Object> operation = Schemas.map("operationId", id(path, method));
        operation.put("summary", about.value());
        if (open) {
            operation.put("security", List.of());
        }
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (MethodParameter parameter : handler.getMethodParameters()) {
            Map<String, Object> known = parameter(parameter);
            if (known != null) {
                parameters.add(known);
            }
        }
        if (handler.hasMethodAnnotation(Audited.class)) {
            parameters.add(reason());
        }
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        boolean body = about.takes() != void.class;
        if (body) {
            Map<String, Object> taken = Schemas.map("required", true);
            taken.put("content", Map.of(JSON, Map.of("schema", schemas.ofBody(about.takes()))));
            operation.put("requestBody", taken);
        }
        operation.put("responses", responses(path, handler, about, body));
        return operation;
    }

    private static Map<String, Object> reason() {
        Map<String, Object> reason = Schemas.map("name", Reason.PARAMETER);
        reason.put("in", "query");
        reason.put("description", Reason.ABOUT);
        reason.put("required", false);
        Map<String, Object> schema = Schemas.map("type", "string");
        schema.put("maxLength", Reason.LONGEST);
        reason.put("schema", schema);
        return reason;
    }

    /// As in `getTransfersIdWhy`.
    private static String id(String path, String method) {
        StringBuilder id = new StringBuilder(method.toLowerCase(Locale.ROOT));
        String[] segments = path.replaceFirst("^/tcn/v1", "").split("[/{}.-]+");
        for (String segment : segments) {
            if (!segment.isEmpty()) {
                id.append(segment.substring(0, 1).toUpperCase(Locale.ROOT)).append(segment.substring(1));
            }
        }
        return id.toString();
    }

    private @Nullable Map<String, Object> parameter(MethodParameter parameter) {
        PathVariable variable = parameter.getParameterAnnotation(PathVariable.class);
        if (variable != null) {
            return parameter(parameter, "path", variable.name(), true, ValueConstants.DEFAULT_NONE);
        }
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        if (query != null) {
            return parameter(parameter, "query", query.name(), query.required(), query.defaultValue());
        }
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        // OpenAPI has media types for this one.
        return header == null || header.name().equals(HttpHeaders.ACCEPT)
                ? null
                : parameter(parameter, "header", header.name(), header.required(), header.defaultValue());
    }

    private Map<String, Object> parameter(
            MethodParameter parameter, String in, String givenName, boolean required, String standard) {
        parameter.initParameterNameDiscovery(NAMES);
        About about = parameter.getParameterAnnotation(About.class);
        if (about == null) {
            throw new IllegalStateException(parameter + " has no @About");
        }
        boolean hasDefault = !standard.equals(ValueConstants.DEFAULT_NONE);
        Map<String, Object> known =
                Schemas.map("name", givenName.isEmpty() ? String.valueOf(parameter.getParameterName()) : givenName);
        known.put("in", in);
        known.put("description", about.value());
        known.put("required", required && !hasDefault);
        Map<String, Object> schema =
                Schemas.limited(schemas.of(parameter.getParameterType(), parameter.getGenericParameterType()), about);
        if (hasDefault && !standard.isEmpty()) {
            schema.put(
                    "default",
                    switch (String.valueOf(schema.get("type"))) {
                        case "integer" -> Long.valueOf(standard);
                        case "boolean" -> Boolean.valueOf(standard);
                        default -> standard;
                    });
        }
        known.put("schema", schema);
        return known;
    }

    private Map<String, Object> responses(String path, HandlerMethod handler, About about, boolean body) {
        Map<String, Object> responses = new TreeMap<>();
        ResponseStatus status = handler.getMethodAnnotation(ResponseStatus.class);
        HttpStatus good = status == null ? HttpStatus.OK : status.code();
        responses.put(Integer.toString(good.value()), answer(good, handler, about));
        if (about.alsoAt() != 0) {
            responses.put(Integer.toString(about.alsoAt()), answer(HttpStatus.valueOf(about.alsoAt()), handler, about));
        }
        Collection<Integer> refused = new TreeSet<>(ALWAYS);
        if (path.contains("{")) {
            refused.add(404);
        }
        if (body) {
            refused.addAll(List.of(408, 413));
        }
        for (int code : about.refuses()) {
            refused.add(code);
        }
        refusals.addAll(refused);
        for (int code : refused) {
            responses.putIfAbsent(Integer.toString(code), Map.of("$ref", "#/components/responses/" + name(code)));
        }
        return responses;
    }

    private Map<String, Object> answer(HttpStatus status, HandlerMethod handler, About about) {
        Map<String, Object> answer = Schemas.map("description", status.getReasonPhrase());
        Method method = handler.getMethod();
        if (method.getReturnType() == void.class || status == HttpStatus.NOT_MODIFIED) {
            return answer;
        }
        Map<String, Object> content = new LinkedHashMap<>();
        Type type = about.answers() == void.class ? unwrapped(method.getGenericReturnType()) : about.answers();
        if (type == String.class) {
            content.put("text/plain", Map.of("schema", Map.of("type", "string")));
        } else {
            content.put(JSON, Map.of("schema", of(type)));
        }
        if (!about.alsoAs().isEmpty()) {
            content.put(about.alsoAs(), Map.of("schema", Map.of("type", "string")));
        }
        answer.put("content", content);
        return answer;
    }

    private static Type unwrapped(Type type) {
        return type instanceof ParameterizedType generic && generic.getRawType() == ResponseEntity.class
                ? generic.getActualTypeArguments()[0]
                : type;
    }

    private Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic
                && generic.getRawType() instanceof Class<?> raw
                && Collection.class.isAssignableFrom(raw)) {
            Map<String, Object> list = Schemas.map("type", "array");
            list.put("items", of(generic.getActualTypeArguments()[0]));
            return list;
        }
        if (type instanceof Class<?> raw) {
            return schemas.of(raw, type);
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return Schemas.map("type", "object");
        }
        throw new IllegalStateException("no schema for " + type + ": answer a record or a list of records");
    }

    private Map<String, Object> problems() {
        Map<String, Object> problems = new TreeMap<>();
        for (int code : refusals) {
            Map<String, Object> answer =
                    Schemas.map("description", HttpStatus.valueOf(code).getReasonPhrase());
            if (code == 429 || code == 503) {
                answer.put(
                        "headers",
                        Map.of("Retry-After", Map.of("description", "Seconds.", "schema", Map.of("type", "integer"))));
            }
            answer.put("content", Map.of(PROBLEM, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
            problems.put(name(code), answer);
        }
        return problems;
    }

    private static String name(int code) {
        return HttpStatus.valueOf(code).getReasonPhrase().replaceAll("[^A-Za-z]", "");
    }

    /// RFC 9457.
    private static Map<String, Object> problem() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("type", Map.of("type", List.of("string", "null"), "format", "uri-reference"));
        properties.put("title", Map.of("type", "string", "description", "The status in words."));
        properties.put("status", Map.of("type", "integer", "description", "The status."));
        properties.put("detail", Map.of("type", "string", "description", "What is wrong, and what to do."));
        properties.put(
                "field",
                Map.of("type", "string", "description", "The key or parameter that is wrong, as transfers[0].source."));
        properties.put("instance", Map.of("type", List.of("string", "null"), "description", "The path."));
        Map<String, Object> schema = Schemas.map("type", "object");
        schema.put("description", "Why a request was refused (RFC 9457).");
        schema.put("properties", properties);
        schema.put("required", List.of("title", "status", "detail"));
        return schema;
    }
}
