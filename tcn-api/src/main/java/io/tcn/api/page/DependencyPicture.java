// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Picture.Line;
import io.tcn.api.page.Picture.Point;
import io.tcn.api.store.TransferView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What waits for what, as a drawing from left to right: each transfer stands right of all that it waits for.
final class DependencyPicture {
    private static final int WIDTH = 1200;
    private static final int ROW = 26;
    private static final int MARGIN = 40;
    private static final int TALLEST = 1200;

    private record Place(double x, double y) {}

    private DependencyPicture() {}

    static Picture of(List<TransferView> transfers, Map<Long, List<Long>> edges) {
        Map<Long, TransferView> known = new TreeMap<>();
        transfers.forEach(transfer -> known.put(transfer.id(), transfer));
        Map<Long, Integer> layers = layers(known, edges);
        Map<Integer, List<Long>> byLayer = new TreeMap<>();
        known.keySet()
                .forEach(id -> byLayer.computeIfAbsent(layers.getOrDefault(id, 0), first -> new ArrayList<>())
                        .add(id));
        int tallest = byLayer.values().stream().mapToInt(List::size).max().orElse(1);
        int height = Math.min(TALLEST, 2 * MARGIN + tallest * ROW);
        Map<Long, Place> places = new HashMap<>();
        byLayer.forEach((layer, ids) -> {
            double x = MARGIN + (WIDTH - 3.0 * MARGIN) * layer / Math.max(1, byLayer.size() - 1);
            double step = (height - 2.0 * MARGIN) / ids.size();
            for (int i = 0; i < ids.size(); i++) {
                places.put(ids.get(i), new Place(x, MARGIN + step * (i + 0.5)));
            }
        });
        List<Line> lines = new ArrayList<>();
        edges.forEach((id, befores) -> befores.forEach(before -> {
            Place from = places.get(before);
            Place to = places.get(id);
            if (from != null && to != null) {
                lines.add(new Line(
                        round(from.x()),
                        round(from.y()),
                        round(to.x()),
                        round(to.y()),
                        "edge",
                        1.2,
                        "transfer " + id + " waits for " + before,
                        null));
            }
        }));
        List<Point> points = new ArrayList<>();
        known.forEach((id, transfer) -> {
            Place place = places.get(id);
            if (place != null) {
                points.add(new Point(
                        round(place.x()),
                        round(place.y()),
                        6,
                        css(transfer),
                        known.size() <= 80 ? Long.toString(id) : "",
                        "start",
                        "transfer " + id + ": " + transfer.state(),
                        Urls.transfer(id)));
            }
        });
        return new Picture(
                WIDTH,
                height,
                lines,
                points,
                known.size() + " transfers and " + lines.size()
                        + " dependencies of this page, from left to right. Green: finished, red: failed, yellow:"
                        + " cancelled.");
    }

    /// The longest way to each transfer. Dependencies have no circle; should one be there all the same, it ends with
    /// the number of transfers.
    private static Map<Long, Integer> layers(Map<Long, TransferView> known, Map<Long, List<Long>> edges) {
        Map<Long, Integer> layers = new HashMap<>();
        boolean changed = true;
        for (int round = 0; changed && round <= known.size(); round++) {
            changed = false;
            for (Map.Entry<Long, List<Long>> edge : edges.entrySet()) {
                int least = edge.getValue().stream()
                        .filter(known::containsKey)
                        .mapToInt(before -> layers.getOrDefault(before, 0) + 1)
                        .max()
                        .orElse(0);
                if (least > layers.getOrDefault(edge.getKey(), 0) && least <= known.size()) {
                    layers.put(edge.getKey(), least);
                    changed = true;
                }
            }
        }
        return layers;
    }

    private static String css(TransferView transfer) {
        return switch (transfer.state()) {
            case FINISHED -> "good";
            case FAILED -> "bad";
            case CANCELED -> "warn";
            case ACTIVE, CLAIMED -> "site";
            case WAITING, QUEUED -> "router";
        };
    }

    private static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
