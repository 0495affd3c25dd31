// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads GML (Graph Modelling Language, Himsolt 1997) as the Topology Zoo writes it: keys with a number, a text in
/// quotes or a list in brackets. What a topology does not need is skipped.
///
/// Not thread-safe; reads one text. Cost: linear in the text.
final class GmlReader {
    private static final int MAX_DEPTH = 50;
    private static final String CUT_OFF = "the file ends inside a list";

    private final String text;
    private int at;
    private int line = 1;

    GmlReader(String text) {
        this.text = text;
    }

    ZooGraph read() throws UnreadableGraphException {
        ZooGraph.Builder graph = new ZooGraph.Builder();
        boolean found = false;
        while (true) {
            String key = next();
            if (key == null) {
                break;
            }
            String value = needed(next());
            if (key.equals("graph") && value.equals("[")) {
                found = true;
                graph(graph);
            } else if (value.equals("[")) {
                list(1);
            }
        }
        if (!found) {
            throw new UnreadableGraphException(1, "there is no graph [ ... ] in it", "check that this is a GML file");
        }
        return graph.build();
    }

    private void graph(ZooGraph.Builder graph) throws UnreadableGraphException {
        while (true) {
            String key = needed(next());
            if (key.equals("]")) {
                return;
            }
            int begin = line;
            String value = needed(next());
            if (!value.equals("[")) {
                if (key.equals("Network")) {
                    graph.setName(plain(value));
                }
                continue;
            }
            Map<String, String> keys = list(1);
            if (key.equals("node")) {
                graph.addNode(keys.get("id"), keys, begin);
            } else if (key.equals("edge")) {
                graph.addEdge(keys.get("source"), keys.get("target"), keys, begin);
            }
        }
    }

    /// The keys of a list up to its closing bracket, the first value of each; lists in it are skipped.
    private Map<String, String> list(int depth) throws UnreadableGraphException {
        if (depth > MAX_DEPTH) {
            throw new UnreadableGraphException(line, "lists are nested too deeply", "check that this is a GML file");
        }
        Map<String, String> keys = new HashMap<>();
        while (true) {
            String key = needed(next());
            if (key.equals("]")) {
                return keys;
            }
            if (!Character.isLetter(key.charAt(0))) {
                throw new UnreadableGraphException(line, "a key is expected, found " + key, "correct the GML");
            }
            String value = needed(next());
            if (value.equals("[")) {
                list(depth + 1);
            } else if (value.equals("]")) {
                throw new UnreadableGraphException(line, "the key " + key + " has no value", "correct the GML");
            } else {
                keys.putIfAbsent(key, plain(value));
            }
        }
    }

    private String needed(@Nullable String token) throws UnreadableGraphException {
        if (token == null) {
            throw new UnreadableGraphException(line, CUT_OFF, "the file seems to be cut off: fetch it again");
        }
        return token;
    }

    private static String plain(String token) {
        if (!token.startsWith("\"")) {
            return token;
        }
        return token.substring(1, token.length() - 1)
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    /// The next word, number, bracket or text with its quotes; null at the end.
    private @Nullable String next() throws UnreadableGraphException {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (Character.isWhitespace(c)) {
                line += c == '\n' ? 1 : 0;
                at++;
            } else {
                return token(c);
            }
        }
        return null;
    }

    private String token(char first) throws UnreadableGraphException {
        int begin = at;
        if (first == '[' || first == ']') {
            at++;
            return String.valueOf(first);
        }
        if (first == '"') {
            int end = text.indexOf('"', at + 1);
            if (end < 0) {
                throw new UnreadableGraphException(
                        line, "a text in quotes does not end", "the file seems to be cut off: fetch it again");
            }
            at = end + 1;
            String token = text.substring(begin, at);
            line += (int) token.chars().filter(c -> c == '\n').count();
            return token;
        }
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && "[]\"#".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }
}
