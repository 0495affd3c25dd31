// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

/// Writes a [BottleneckStructure] as a Graphviz graph, in the order of indexes.
final class BottleneckDot {
    private BottleneckDot() {}

    static String write(BottleneckStructure structure) {
        StringBuilder dot = new StringBuilder("digraph bottlenecks {\n  rankdir=LR;\n");
        for (int r = 0; r < structure.resources().size(); r++) {
            ResourceShare resource = structure.resources().get(r);
            if (resource.connections() > 0) {
                node(dot, "r" + r, "box", resource.name(), labelOf(resource));
            }
        }
        for (int i = 0; i < structure.pipes().size(); i++) {
            PipeShare pipe = structure.pipes().get(i);
            String share = RateText.of(pipe.throughputBps()) + ", n = " + RateText.ofConnections(pipe.connections());
            node(dot, "p" + i, "ellipse", pipe.name(), share);
        }
        for (int r = 0; r < structure.resources().size(); r++) {
            for (int pipe : structure.resources().get(r).limits()) {
                dot.append("  r").append(r).append(" -> p").append(pipe).append(";\n");
            }
        }
        for (int i = 0; i < structure.pipes().size(); i++) {
            for (int resource : structure.pipes().get(i).feeds()) {
                dot.append("  p").append(i).append(" -> r").append(resource).append(";\n");
            }
        }
        return dot.append("}\n").toString();
    }

    private static String labelOf(ResourceShare resource) {
        String connections = RateText.withNoun(resource.connections());
        if (Double.isInfinite(resource.capacityBps())) {
            return RateText.of(resource.loadBps()) + ", never full, " + connections;
        }
        return RateText.of(resource.loadBps()) + " of " + RateText.of(resource.capacityBps()) + " ("
                + Math.round(100 * resource.utilisation()) + " %), " + connections;
    }

    private static void node(StringBuilder dot, String id, String shape, String name, String text) {
        dot.append("  ").append(id).append(" [shape=").append(shape).append(", label=\"");
        escape(dot, name);
        dot.append("\\n").append(text).append("\"];\n");
    }

    /// In a label a backslash starts an escape sequence (`\N` is the name of the node), a quote ends it, and an
    /// ampersand starts an entity.
    private static void escape(StringBuilder dot, String name) {
        name.codePoints().forEach(c -> {
            if (c == '&') {
                dot.append("&amp;");
            } else if (c == '"' || c == '\\') {
                dot.append('\\').appendCodePoint(c);
            } else {
                dot.appendCodePoint(Character.isISOControl(c) ? ' ' : c);
            }
        });
    }
}
