// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.Resource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The elements of an edition: what they are called, what is told of them, and the property map of them all.
/// There are thousands, and mostly one has changed: what is written of the others is taken over.
final class ElementTable {
    /// Id of the property map.
    static final String RESOURCE = "anes";

    /// In bit/s (RFC 9275 §6.4.1).
    static final String CAPACITY = "max-reservable-bandwidth";

    static final String KIND = "priv:tcn-kind";

    /// The true name of an element, which may hold characters that no ANE name has.
    static final String LABEL = "priv:tcn-label";

    /// So that `anes.ane:<name>` stays within 64 characters as well.
    private static final int MAX_NAME = 55;

    private static final String DOMAIN = ".ane:";

    private final SortedMap<String, PublishedNetwork.Element> elements;
    private final Map<String, String> names;
    private final SortedMap<String, String> labels;

    /// Each element as a member of the property map, in the order of names.
    private final byte[][] written;

    private final Lazy<List<String>> propertyNames = new Lazy<>(this::findPropertyNames);
    private final Lazy<Document> document = new Lazy<>(this::write);

    private ElementTable(
            SortedMap<String, PublishedNetwork.Element> elements,
            Map<String, String> names,
            SortedMap<String, String> labels,
            byte[][] written) {
        this.elements = elements;
        this.names = names;
        this.labels = labels;
        this.written = written;
    }

    static ElementTable first(SortedMap<String, PublishedNetwork.Element> elements) {
        Map<String, String> names = new HashMap<>(SafeNames.of(elements.keySet(), "", MAX_NAME, Set.of()));
        SortedMap<String, String> labels = new TreeMap<>();
        names.forEach((label, name) -> labels.put(name, label));
        byte[][] written = new byte[labels.size()][];
        int place = 0;
        for (String name : labels.keySet()) {
            written[place++] = member(name, elements.get(labels.get(name)));
        }
        return new ElementTable(elements, names, labels, written);
    }

    ElementTable next(SortedMap<String, PublishedNetwork.Element> changed) {
        Optional<Map<String, PublishedNetwork.Element>> others = ChangedValues.between(elements, changed);
        if (others.isEmpty()) {
            return first(changed);
        }
        byte[][] fresh = written.clone();
        if (!others.get().isEmpty()) {
            int place = 0;
            for (Map.Entry<String, String> entry : labels.entrySet()) {
                PublishedNetwork.Element element = others.get().get(entry.getValue());
                if (element != null) {
                    fresh[place] = member(entry.getKey(), element);
                }
                place++;
            }
        }
        return new ElementTable(changed, names, labels, fresh);
    }

    private static byte[] member(String name, PublishedNetwork.@Nullable Element element) {
        byte[] properties = JsonBytes.write(
                out -> JsonBytes.write(out, element == null ? Collections.emptySortedMap() : properties(element)));
        byte[] key = ("\"" + DOMAIN + name + "\":").getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream member = new ByteArrayOutputStream(key.length + properties.length);
        member.writeBytes(key);
        member.writeBytes(properties);
        return member.toByteArray();
    }

    /// True names of elements that are not what they were in an earlier table; empty if it has others.
    Optional<Set<String>> changedSince(ElementTable before) {
        return ChangedValues.between(before.elements, elements).map(Map::keySet);
    }

    /// The element of this true name, null if there is none.
    PublishedNetwork.@Nullable Element find(String label) {
        return elements.get(label);
    }

    /// The persistent name of an element that a path names, even if nothing else is known of it.
    String name(String label) {
        String known = names.get(label);
        if (known != null) {
            return known;
        }
        return SafeNames.of(List.of(label), "", MAX_NAME, Set.of()).lastEntry().getValue();
    }

    /// True names by persistent name, sorted.
    SortedMap<String, String> labels() {
        return labels;
    }

    /// What is published of an element, by name of the property; numbers are `Double`, all else is text.
    static SortedMap<String, Object> properties(PublishedNetwork.Element element) {
        SortedMap<String, Object> all = new TreeMap<>(element.properties());
        if (element.capacityBps() != null) {
            all.put(CAPACITY, element.capacityBps());
        }
        all.put(KIND, kind(element.kind()));
        all.put(LABEL, element.label());
        return all;
    }

    static String kind(Resource.Kind kind) {
        return kind.text();
    }

    /// Names of all properties that elements have.
    List<String> propertyNames() {
        return propertyNames.get();
    }

    private List<String> findPropertyNames() {
        Set<String> found = new TreeSet<>(Set.of(CAPACITY, KIND, LABEL));
        elements.values().forEach(element -> found.addAll(element.properties().keySet()));
        return List.copyOf(found);
    }

    /// The property map.
    Document document() {
        return document.get();
    }

    private Document write() {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        data.write('{');
        for (int place = 0; place < written.length; place++) {
            if (place > 0) {
                data.write(',');
            }
            data.writeBytes(written[place]);
        }
        data.write('}');
        byte[] bytes = data.toByteArray();
        String tag = Document.tag(bytes);
        ObjectNode meta = JsonBytes.object();
        meta.set("vtag", JsonBytes.versionTag(RESOURCE, tag));
        return Document.tagged(tag, JsonBytes.answer(meta, "property-map", bytes));
    }

    /// What a merge patch of the property map says to get from an earlier table to this one. Empty if that is
    /// nothing.
    ObjectNode patch(ElementTable before) {
        ObjectNode entities = JsonBytes.object();
        before.labels.forEach((name, label) -> {
            if (!labels.containsKey(name)) {
                entities.putNull(DOMAIN + name);
            }
        });
        labels.forEach((name, label) -> {
            PublishedNetwork.Element fresh = elements.get(label);
            PublishedNetwork.Element old = before.elements.get(before.labels.get(name));
            if (fresh != null && !fresh.equals(old)) {
                SortedMap<String, Object> had = old == null ? Collections.emptySortedMap() : properties(old);
                entities.set(DOMAIN + name, JsonBytes.patch(had, properties(fresh)));
            }
        });
        if (entities.isEmpty()) {
            return entities;
        }
        ObjectNode patch = JsonBytes.object();
        patch.putObject("meta")
                .set("vtag", JsonBytes.versionTag(RESOURCE, document().tag()));
        patch.set("property-map", entities);
        return patch;
    }
}
