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
import java.util.function.Predicate;

/// Filtered property map of elements (RFC 9240 §8). Its only domain is `.ane`, where nothing is inherited.
final class ElementServices {
    private static final String DOMAIN = ".ane:";

    private ElementServices() {}

    static AnswerContent filtered(Edition edition, RequestBody body) throws RequestException {
        Collection<String> names = names(edition, body);
        List<String> offered = edition.elements().propertyNames();
        boolean onlyExistence = !body.has("properties");
        List<String> properties = body.findStrings("properties").orElse(List.of());
        for (String property : properties) {
            if (!offered.contains(property)) {
                throw RequestException.value(body.path("properties"), property);
            }
        }
        Predicate<String> asked = name -> !onlyExistence && (properties.isEmpty() || properties.contains(name));
        byte[] data = JsonBytes.write(out -> {
            out.writeStartObject();
            for (String name : names) {
                String label = edition.elements().labels().get(name);
                PublishedNetwork.Element element =
                        label == null ? null : edition.elements().find(label);
                if (element == null) {
                    continue;
                }
                SortedMap<String, Object> told = new TreeMap<>(ElementTable.properties(element));
                told.keySet().removeIf(property -> !asked.test(property));
                if (onlyExistence || !told.isEmpty()) {
                    out.writeName(DOMAIN + name);
                    JsonBytes.write(out, told);
                }
            }
            out.writeEndObject();
        });
        return new AnswerContent(
                AltoMediaTypes.PROPERTY_MAP, JsonBytes.answer(JsonBytes.object(), "property-map", data), null);
    }

    private static Collection<String> names(Edition edition, RequestBody body) throws RequestException {
        List<String> entities = body.strings("entities");
        if (entities.isEmpty()) {
            return edition.elements().labels().keySet();
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
