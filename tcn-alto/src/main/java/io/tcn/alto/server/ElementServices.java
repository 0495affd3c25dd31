// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.AltoNames;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Filtered property map of elements (RFC 9240 §8). Its only domain is `.ane`, where nothing is inherited.
final class ElementServices {
    private static final String DOMAIN = ".ane:";

    private ElementServices() {}

    static Answer filtered(Edition edition, RequestBody body, PropertyFilter notDropped) throws RequestException {
        Collection<String> names = names(edition, body);
        List<String> offered = edition.elementProperties();
        boolean onlyExistence = !body.has("properties");
        List<String> properties = body.findStrings("properties").orElse(List.of());
        for (String property : properties) {
            if (!offered.contains(property)) {
                throw RequestException.value(body.path("properties"), property);
            }
        }
        PropertyFilter asked =
                name -> !onlyExistence && (properties.isEmpty() || properties.contains(name)) && notDropped.shows(name);
        byte[] data = JsonBytes.write(out -> {
            out.writeStartObject();
            for (String name : names) {
                String label = edition.labelOf(name);
                PublishedNetwork.Element element =
                        label == null ? null : edition.network().elements().get(label);
                if (element == null) {
                    continue;
                }
                SortedMap<String, Object> told = new TreeMap<>(edition.properties(element));
                told.keySet().removeIf(property -> !asked.shows(property));
                if (onlyExistence || !told.isEmpty()) {
                    out.writeName(DOMAIN + name);
                    JsonBytes.write(out, told, PropertyFilter.ALL);
                }
            }
            out.writeEndObject();
        });
        return new Answer(
                AltoMediaTypes.PROPERTY_MAP, JsonBytes.answer(JsonBytes.object(), "property-map", data), null);
    }

    private static Collection<String> names(Edition edition, RequestBody body) throws RequestException {
        List<String> entities = body.strings("entities");
        if (entities.isEmpty()) {
            return edition.labels().keySet();
        }
        Set<String> names = new TreeSet<>();
        for (String entity : entities) {
            String name = entity.startsWith(DOMAIN) ? entity.substring(DOMAIN.length()) : "";
            if (!AltoNames.isAneName(name)) {
                throw RequestException.value(body.path("entities"), entity);
            }
            names.add(name);
        }
        return names;
    }
}
