// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.codec.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Paths as text and as JSON.
final class PathText {
    private PathText() {}

    static List<String> lines(PathView view, String service) {
        List<String> lines = new ArrayList<>();
        for (PathView.Path path : view.paths()) {
            lines.add(path.pair() + "  (" + Quantity.count(path.elements().size(), "element")
                    + (path.leastBps().isPresent() ? ", at most " + Quantity.capacity(path.leastBps()) : "") + ")");
            TextTable table = new TextTable("#", "ELEMENT", "CAPACITY", "PERSISTENT ID", "LABEL");
            int number = 1;
            for (PathView.Element element : path.elements()) {
                table.row(
                        String.valueOf(number++),
                        element.name(),
                        Quantity.capacity(element.capacityBps()),
                        or(element.persistentId()),
                        or(element.label()));
            }
            if (table.isEmpty()) {
                lines.add("  (nothing on the path limits it, says the server)");
            } else {
                lines.addAll(table.lines("  "));
            }
            lines.add("");
        }
        List<PathView.Shared> shared = view.shared();
        if (view.paths().size() > 1) {
            lines.add(shared.isEmpty() ? "shared elements: none" : "shared elements:");
            TextTable table = new TextTable("ELEMENT", "CAPACITY", "PAIRS", "CROSSED BY");
            for (PathView.Shared each : shared) {
                table.row(
                        each.element().shown(),
                        Quantity.capacity(each.element().capacityBps()),
                        String.valueOf(each.pairs().size()),
                        String.join(", ", each.pairs()));
            }
            if (!table.isEmpty()) {
                lines.addAll(table.lines("  "));
            }
            lines.add("");
        }
        view.missing().forEach(pair -> lines.add("no path: " + pair));
        lines.add(Quantity.count(view.paths().size(), "path") + ", from " + service);
        return lines;
    }

    private static String or(@Nullable String text) {
        return text == null ? "-" : text;
    }

    static ObjectNode json(PathView view, String service) {
        ObjectNode root = Json.newObject();
        root.put("service", service);
        ArrayNode paths = root.putArray("paths");
        for (PathView.Path path : view.paths()) {
            ObjectNode entry = paths.addObject().put("pair", path.pair());
            ArrayNode elements = entry.putArray("elements");
            path.elements().forEach(element -> elements.add(json(element)));
        }
        ArrayNode shared = root.putArray("shared");
        for (PathView.Shared each : view.shared()) {
            ObjectNode entry = json(each.element());
            ArrayNode pairs = entry.putArray("pairs");
            each.pairs().forEach(pairs::add);
            shared.add(entry);
        }
        ArrayNode missing = root.putArray("missing");
        view.missing().forEach(missing::add);
        return root;
    }

    private static ObjectNode json(PathView.Element element) {
        ObjectNode node = Json.newObject().put("name", element.name());
        element.capacityBps().ifPresent(bps -> node.put("capacityBps", bps));
        if (element.persistentId() != null) {
            node.put("persistentId", element.persistentId());
        }
        if (element.label() != null) {
            node.put("label", element.label());
        }
        return node;
    }
}
