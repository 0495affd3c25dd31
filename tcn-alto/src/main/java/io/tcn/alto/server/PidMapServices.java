// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Filtered network map (RFC 7285 §11.3.1) and endpoint properties (§11.4.1).
final class PidMapServices {
    /// The one property of endpoints.
    static final String PID_PROPERTY = Edition.NETWORK_MAP + ".pid";

    private static final int MAX_ENDPOINTS = 50_000;
    private static final int TOO_LARGE = 413;

    private PidMapServices() {}

    static AnswerContent filtered(Edition edition, RequestBody body) throws RequestException {
        Set<String> pids = new HashSet<>(body.strings("pids"));
        List<String> types = body.findStrings("address-types").orElse(List.of()).stream()
                .map(type -> type.toLowerCase(Locale.ROOT))
                .toList();
        SortedMap<String, SortedMap<String, List<String>>> shown = new TreeMap<>();
        edition.pids().prefixes().forEach((pid, families) -> {
            if (pids.isEmpty() || pids.contains(pid)) {
                SortedMap<String, List<String>> some = new TreeMap<>(families);
                some.keySet().removeIf(family -> !types.isEmpty() && !types.contains(family));
                shown.put(pid, some);
            }
        });
        ObjectNode meta = JsonBytes.object();
        meta.set("vtag", edition.networkMapTag());
        return new AnswerContent(
                AltoMediaTypes.NETWORK_MAP, JsonBytes.answer(meta, "network-map", PidMapWriter.data(shown)), null);
    }

    static AnswerContent endpointProperties(Edition edition, RequestBody body) throws RequestException {
        List<String> properties = body.strings("properties");
        List<String> endpoints = body.strings("endpoints");
        if (properties.isEmpty()) {
            throw RequestException.value(body.path("properties"), "[]");
        }
        if (endpoints.isEmpty()) {
            throw RequestException.value(body.path("endpoints"), "[]");
        }
        if (endpoints.size() > MAX_ENDPOINTS) {
            throw RequestException.value(
                    TOO_LARGE,
                    body.path("endpoints"),
                    endpoints.size() + ", at most " + MAX_ENDPOINTS + " are allowed");
        }
        for (String property : properties) {
            if (!property.equals(PID_PROPERTY)) {
                throw RequestException.value(body.path("properties"), property);
            }
        }
        SortedMap<String, @Nullable String> pids = new TreeMap<>();
        for (String endpoint : new TreeSet<>(endpoints)) {
            pids.put(endpoint, edition.pids().pidOf(Ends.address(body.path("endpoints"), endpoint)));
        }
        byte[] data = JsonBytes.write(out -> {
            out.writeStartObject();
            pids.forEach((endpoint, pid) -> {
                out.writeName(endpoint);
                out.writeStartObject();
                if (pid != null) {
                    out.writeStringProperty(PID_PROPERTY, pid);
                }
                out.writeEndObject();
            });
            out.writeEndObject();
        });
        ObjectNode meta = JsonBytes.object();
        meta.putArray("dependent-vtags").add(edition.networkMapTag());
        return new AnswerContent(
                AltoMediaTypes.ENDPOINT_PROPERTY, JsonBytes.answer(meta, "endpoint-properties", data), null);
    }
}
