// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AneProperties;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Builds answers in a few words: hosts are numbers, 192.0.2.N.
final class Answers {
    private final SortedMap<AddressPair, List<String>> paths = new TreeMap<>();
    private final SortedMap<String, AneProperties> anes = new TreeMap<>();

    static AddressPair pair(int source, int destination) {
        return new AddressPair(host(source), host(destination));
    }

    static Address host(int number) {
        return address("192.0.2." + number);
    }

    static Address address(String text) {
        try {
            return Address.parse(text);
        } catch (AltoFormatException wrong) {
            throw new IllegalArgumentException(text, wrong);
        }
    }

    static SortedSet<AddressPair> pairs(AddressPair... pairs) {
        return new TreeSet<>(List.of(pairs));
    }

    static AneProperties properties(String json) {
        SortedMap<String, JsonNode> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry :
                JsonMapper.builder().build().readTree(json).properties()) {
            values.put(entry.getKey(), entry.getValue());
        }
        return new AneProperties(values);
    }

    Answers path(int source, int destination, String... names) {
        paths.put(pair(source, destination), List.of(names));
        return this;
    }

    Answers ane(String name, String json) {
        anes.put(name, properties(json));
        return this;
    }

    /// An element of this capacity in bit/s.
    Answers ane(String name, long capacityBps) {
        return ane(name, "{\"max-reservable-bandwidth\": " + capacityBps + "}");
    }

    PathAnswer build() {
        return new PathAnswer(new TreeMap<>(paths), new TreeMap<>(anes));
    }
}
