// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.yaml;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Share;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// The configuration as YAML, in which rates and shares have units: `boundBps: 10Gbit/s`, `boundShare: 40%`. The
/// server wants plain numbers; both are understood here.
public final class ConfigurationYaml {
    private static final String RATE = "Bps";
    private static final String SHARE = "Share";
    private static final YAMLMapper MAPPER = YAMLMapper.builder(YAMLFactory.builder()
                    .stringQuotingChecker(new QuotesOfNumbers())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .build();

    private ConfigurationYaml() {}

    /// For people, and to be read again.
    public static String write(JsonNode configuration) {
        return MAPPER.writeValueAsString(withUnits(configuration, ""));
    }

    /// As the server wants it.
    ///
    /// @param name of the file, for messages
    public static JsonNode read(String yaml, String name) throws Trouble {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(yaml);
        } catch (JacksonException unreadable) {
            String why = String.valueOf(unreadable.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("no YAML");
            String where = unreadable.getLocation() == null
                    ? ""
                    : "line " + unreadable.getLocation().getLineNr() + " of ";
            throw Trouble.failed(where + name + " cannot be read: " + why);
        }
        if (!tree.isObject()) {
            throw Trouble.failed(name + " is no configuration: it must have keys such as users and pipes"
                    + " (tcn export makes one)");
        }
        return withoutUnits(tree, "", name);
    }

    private static JsonNode withUnits(JsonNode node, String key) {
        if (node.isNumber() && node.doubleValue() >= 0) {
            String text = text(key, node.doubleValue());
            return text == null ? node : StringNode.valueOf(text);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode changed = MAPPER.createArrayNode();
            array.values().forEach(value -> changed.add(withUnits(value, key)));
            return changed;
        }
        if (node instanceof ObjectNode object) {
            ObjectNode changed = MAPPER.createObjectNode();
            object.properties()
                    .forEach(entry -> changed.set(entry.getKey(), withUnits(entry.getValue(), entry.getKey())));
            return changed;
        }
        return node;
    }

    /// Only a share that is read again as the same number gets a unit; a rate without one is refused when it is read.
    private static @Nullable String text(String key, double value) {
        if (key.endsWith(RATE)) {
            String text = Rate.exactly(value);
            return Rate.parse(text).bps() == value ? text : new BigDecimal(value).toPlainString() + "bit/s";
        }
        if (key.endsWith(SHARE) && value <= 1) {
            String text = Share.exactly(value);
            return Share.parse(text).part() == value ? text : null;
        }
        return null;
    }

    private static JsonNode withoutUnits(JsonNode node, String key, String name) throws Trouble {
        if (node.isString() && (key.endsWith(RATE) || key.endsWith(SHARE))) {
            return number(node.stringValue(), key, name);
        }
        if (node.isNumber() && key.endsWith(RATE)) {
            // As on the command line: bits or bytes of any size could be meant.
            return number(node.asString(), key, name);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode changed = MAPPER.createArrayNode();
            for (JsonNode value : array.values()) {
                changed.add(withoutUnits(value, key, name));
            }
            return changed;
        }
        if (node instanceof ObjectNode object) {
            ObjectNode changed = MAPPER.createObjectNode();
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                changed.set(entry.getKey(), withoutUnits(entry.getValue(), entry.getKey(), name));
            }
            return changed;
        }
        return node;
    }

    private static JsonNode number(String text, String key, String name) throws Trouble {
        try {
            double value = key.endsWith(RATE)
                    ? Rate.parse(text).bps()
                    : Share.parse(text).part();
            return MAPPER.getNodeFactory().numberNode(value);
        } catch (IllegalArgumentException wrong) {
            throw Trouble.failed(key + " of " + name + ": " + wrong.getMessage());
        }
    }
}
