// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.PathVectorDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The paths of some pairs as people want to see them.
///
/// @param paths in the order of the question
/// @param missing pairs for which the server has no path
record PathView(List<Path> paths, List<String> missing) {
    static final String LABEL = "priv:tcn-label";

    /// What is asked of each element.
    static final List<String> PROPERTIES =
            List.of(AneProperties.MAX_RESERVABLE_BANDWIDTH, AneProperties.PERSISTENT_ENTITY_ID, LABEL);

    /// What a pair crosses, in order.
    ///
    /// @param pair such as `192.0.2.1 -> 192.0.2.65`
    record Path(String pair, List<Element> elements) {
        Path {
            elements = List.copyOf(elements);
        }

        /// The least capacity on the path that is known.
        OptionalDouble leastBps() {
            return elements.stream()
                    .filter(element -> element.capacityBps().isPresent())
                    .mapToDouble(element -> element.capacityBps().getAsDouble())
                    .min();
        }
    }

    /// A network element.
    ///
    /// @param name in this answer only
    /// @param capacityBps empty where it is not known
    /// @param persistentId what names it in other answers too, null if the server says none
    /// @param label for people, null if the server says none
    record Element(
            String name,
            OptionalDouble capacityBps,
            @Nullable String persistentId,
            @Nullable String label) {
        /// The best name for people.
        String shown() {
            return label != null ? label : persistentId != null ? persistentId : name;
        }
    }

    /// @param element what several pairs cross
    /// @param pairs those
    record Shared(Element element, List<String> pairs) {}

    PathView {
        paths = List.copyOf(paths);
        missing = List.copyOf(missing);
    }

    static <K extends Comparable<? super K>> PathView of(
            PathVectorDocument<K> document, List<K> sources, List<K> destinations) {
        List<Path> paths = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (K from : sources) {
            for (K to : destinations) {
                String pair = from + " -> " + to;
                Optional<List<String>> path = document.root().find(from, to);
                if (path.isEmpty()) {
                    missing.add(pair);
                } else {
                    paths.add(new Path(
                            pair,
                            path.get().stream()
                                    .map(name -> element(name, document.anes().get(name)))
                                    .toList()));
                }
            }
        }
        return new PathView(paths, missing);
    }

    private static Element element(String name, @Nullable AneProperties ane) {
        AneProperties known = ane == null ? AneProperties.NONE : ane;
        JsonNode label = known.values().get(LABEL);
        return new Element(
                name,
                known.maxReservableBandwidthBps(),
                known.persistentEntityId().map(EntityId::toString).orElse(null),
                label == null || !label.isString() || label.stringValue().isBlank() ? null : label.stringValue());
    }

    /// Elements that more than one pair crosses, in the order in which they come.
    List<Shared> shared() {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        Map<String, Element> elements = new LinkedHashMap<>();
        for (Path path : paths) {
            for (Element element : path.elements()) {
                pairs.computeIfAbsent(element.name(), _ -> new ArrayList<>()).add(path.pair());
                elements.putIfAbsent(element.name(), element);
            }
        }
        List<Shared> shared = new ArrayList<>();
        elements.forEach((name, element) -> {
            List<String> crossing = pairs.getOrDefault(name, List.of());
            if (crossing.size() > 1) {
                shared.add(new Shared(element, crossing));
            }
        });
        return shared;
    }
}
