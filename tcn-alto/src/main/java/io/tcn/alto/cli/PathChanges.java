// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// What is different between two views of the same pairs. Names of elements hold in one answer only (RFC 9275 §5.1.2),
/// so an element is known again by its persistent id, else its label, else its place on the first path that crosses it.
final class PathChanges {
    private PathChanges() {}

    /// @param what an element or a pair
    /// @param before as it was
    /// @param after as it is now
    record Change(String what, String before, String after) {
        @Override
        public String toString() {
            return what + "  " + before + " -> " + after;
        }
    }

    /// In the order: capacities of elements, then pairs.
    static List<Change> between(PathView before, PathView after) {
        List<Change> changes = new ArrayList<>();
        Map<String, PathView.Element> was = elements(before);
        elements(after).forEach((key, element) -> {
            PathView.Element old = was.get(key);
            if (old != null && !isSame(old.capacityBps(), element.capacityBps())) {
                changes.add(new Change(
                        element.shown(),
                        Quantity.capacity(old.capacityBps()),
                        Quantity.capacity(element.capacityBps())));
            }
        });
        Map<String, PathView.Path> ways = byPair(before);
        for (PathView.Path path : after.paths()) {
            PathView.Path old = ways.remove(path.pair());
            if (old == null) {
                changes.add(new Change(path.pair(), "no path", way(path)));
            } else if (!keys(before, old).equals(keys(after, path))) {
                changes.add(new Change(path.pair(), way(old), way(path)));
            }
        }
        ways.forEach((pair, old) -> changes.add(new Change(pair, way(old), "no path")));
        return changes;
    }

    private static boolean isSame(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() == other.isPresent()
                && (one.isEmpty() || Double.compare(one.getAsDouble(), other.getAsDouble()) == 0);
    }

    private static Map<String, PathView.Path> byPair(PathView view) {
        Map<String, PathView.Path> paths = new LinkedHashMap<>();
        view.paths().forEach(path -> paths.put(path.pair(), path));
        return paths;
    }

    private static String way(PathView.Path path) {
        return path.elements().isEmpty()
                ? "[]"
                : "["
                        + String.join(
                                ", ",
                                path.elements().stream()
                                        .map(PathView.Element::shown)
                                        .toList())
                        + "]";
    }

    /// Elements by what they are known again.
    private static Map<String, PathView.Element> elements(PathView view) {
        Map<String, PathView.Element> byKey = new LinkedHashMap<>();
        Map<String, String> keys = names(view);
        view.paths()
                .forEach(path -> path.elements()
                        .forEach(element -> byKey.put(keys.getOrDefault(element.name(), element.name()), element)));
        return byKey;
    }

    private static List<String> keys(PathView view, PathView.Path path) {
        Map<String, String> keys = names(view);
        return path.elements().stream()
                .map(element -> keys.getOrDefault(element.name(), element.name()))
                .toList();
    }

    private static Map<String, String> names(PathView view) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (PathView.Path path : view.paths()) {
            for (int i = 0; i < path.elements().size(); i++) {
                PathView.Element element = path.elements().get(i);
                String lasting = element.persistentId() != null ? element.persistentId() : element.label();
                keys.putIfAbsent(element.name(), lasting != null ? lasting : path.pair() + " #" + (i + 1));
            }
        }
        return keys;
    }
}
