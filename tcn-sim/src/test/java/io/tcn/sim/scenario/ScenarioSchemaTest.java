// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The published schema and the reader say the same, and somebody else's validator agrees.
class ScenarioSchemaTest {
    private final JsonMapper json = new JsonMapper();
    private final JsonNode root = ScenarioSchema.root();
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ScenarioSchema.text());

    /// A document with all objects and one entry in each list, of the keys that the reader binds.
    private static final String EVERYTHING = """
            {"schema": 2, "topology": "esnet6-2026",
             "storages": {"everywhere": {"readCurve": [{"connections": 1, "gbps": 1}]}, "sites": {}},
             "users": [{"id": "u", "weight": 1}],
             "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "u"}],
             "pipesAmong": [{"sites": "all", "users": ["u"]}],
             "resourceControls": [{"user": "u", "resources": "all-links", "share": 1}],
             "transfers": [{"id": "t", "pipe": "p", "bytes": 1, "arrivalSeconds": 0}],
             "arrivals": [{"everySeconds": 1, "sizes": {"fixedBytes": 1}},
               {"everySeconds": 1, "sizes": {"uniform": {"minBytes": 1, "maxBytes": 1}}},
               {"everySeconds": 1, "sizes": {"exponential": {"meanBytes": 1}}},
               {"everySeconds": 1, "sizes": {"lognormal": {"medianBytes": 1, "sigma": 1}}},
               {"trace": {"file": "x"}}],
             "background": [{"resources": "all-links", "onOff": {"onGbps": 1, "meanOnSeconds": 1, "meanOffSeconds": 1}},
               {"resources": "all-links", "points": [{"atSeconds": 1, "gbps": 1}]}],
             "faults": [{"kind": "down"}],
             "physics": {"fileCost": {}},
             "settings": {}}
            """;

    @Test
    void theKeysOfTheSchemaAreTheKeysOfTheReader() throws Exception {
        JsonNode everything = json.readTree(EVERYTHING);
        JsonNode bound = json.valueToTree(JsonFiles.bind("x", "", everything, ScenarioDocument.class, false));

        // Bound and written again, a document has every key that the reader knows; keys without a value are null.
        assertSameKeys("", bound, root);
        // Topologies are bound by core.
        Scenario example = new ScenarioReader().read("example-faults", null);
        assertSameKeys("/topology", json.valueToTree(example.topology()), root.at("/$defs/topology"));
    }

    private JsonNode resolved(JsonNode given) {
        return given.get("$ref") == null
                ? given
                : root.at(given.get("$ref").stringValue().substring(1));
    }

    private void assertSameKeys(String place, JsonNode value, JsonNode given) {
        JsonNode here = resolved(given);
        if (value.isArray() && here.get("items") != null) {
            value.forEach(entry -> assertSameKeys(place + "/0", entry, here.get("items")));
        } else if (value.isObject() && here.get("properties") != null) {
            JsonNode known = here.get("properties");
            TreeSet<String> ours = new TreeSet<>(value.propertyNames());
            assertThat(ours).as("keys at %s", place).isEqualTo(new TreeSet<>(known.propertyNames()));
            value.properties()
                    .forEach(entry ->
                            assertSameKeys(place + "/" + entry.getKey(), entry.getValue(), known.get(entry.getKey())));
        }
    }

    @Test
    void everyKeySaysWhatItIsAndEveryNumberItsUnit() {
        assertDescribed("", root);
        root.get("$defs").properties().forEach(entry -> assertDescribed("/$defs/" + entry.getKey(), entry.getValue()));
    }

    private void assertDescribed(String place, JsonNode here) {
        if (here.get("properties") != null) {
            for (Map.Entry<String, JsonNode> entry : here.get("properties").properties()) {
                JsonNode property = resolved(entry.getValue());
                String at = place + "/" + entry.getKey();
                if (!at.endsWith("/everywhere") && !at.endsWith("/inline")) {
                    assertThat(property.get("description")).as(at).isNotNull();
                }
                if (property.path("type").toString().contains("number")) {
                    assertThat(property.get("description").stringValue())
                            .as(at)
                            .containsPattern(
                                    "seconds|days|Gbit/s|degrees| ms|no unit|onnections|art of|0 to 1|trips|apacity");
                }
                assertDescribed(at, property);
            }
        }
        if (here.get("items") != null) {
            assertDescribed(place + "/0", resolved(here.get("items")));
        }
    }

    static List<String> shipped() {
        return ShippedScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioSatisfiesTheSchema(String name) {
        String text = new String(ShippedScenarios.scenario(name), StandardCharsets.UTF_8);

        assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
        assertThat(complaints(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"schema\": 3, \"topology\": \"x\"}",
                "{\"schema\": 2, \"topology\": 5}",
                "{\"schema\": 2, \"topology\": {}}",
                "{\"schema\": 2, \"topology\": \"x\", \"more\": 1}",
                "{\"schema\": 2, \"topology\": \"x\", \"seed\": 1.5}",
                "{\"schema\": 2, \"topology\": \"x\", \"pipes\": {}}",
                "{\"schema\": 2, \"topology\": \"x\", \"pipes\": [{\"id\": \"\"}]}",
                "{\"schema\": 2, \"topology\": \"x\", \"users\": [{\"id\": \"u\", \"weight\": 0}]}",
                "{\"schema\": 2, \"topology\": \"x\", \"pipesAmong\": [{\"sites\": \"some\", \"users\": [\"u\"]}]}",
                "{\"schema\": 2, \"topology\": \"x\", \"pipesAmong\": [{\"sites\": [\"a\"], \"users\": [\"u\"]}]}",
                "{\"schema\": 2, \"topology\": \"x\", \"resourceControls\": [{\"user\": \"u\", \"resources\": \"r\"}]}",
                "{\"schema\": 2, \"topology\": \"x\", \"settings\": {\"knowledge\": \"much\"}}",
                "{\"schema\": 2, \"topology\": \"x\", \"physics\": {\"rampUp\": 1}}",
                "{\"schema\": 2, \"topology\": \"x\", \"resourceSets\": {\"a\": []}}"
            })
    void theReaderAndAnotherValidatorRefuseTheSame(String text) {
        assertThat(schema.validate(text, InputFormat.JSON)).isNotEmpty();
        assertThat(complaints(text)).isNotEmpty();
    }

    @Test
    void sizesMayBeWrittenWithAnExponent() {
        String text = "{\"schema\": 2, \"topology\": \"x\", \"transfers\": [{\"id\": \"t\", \"pipe\": \"p\","
                + " \"bytes\": 2e12, \"arrivalSeconds\": 0}]}";

        assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
        assertThat(complaints(text)).isEmpty();
    }

    private List<Complaint> complaints(String text) {
        Complaints complaints = new Complaints("x");
        new SchemaCheck(root, complaints).check(json.readTree(text));
        return complaints.list();
    }
}
