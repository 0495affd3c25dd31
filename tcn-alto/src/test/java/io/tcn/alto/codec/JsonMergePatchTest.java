// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class JsonMergePatchTest {
    private static JsonNode json(String text) throws Exception {
        return Json.read(Fixtures.json(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'b'} | {'a':'c'} | {'a':'c'}",
                "{'a':'b'} | {'b':'c'} | {'a':'b','b':'c'}",
                "{'a':'b','b':'c'} | {'a':null} | {'b':'c'}",
                "{'a':['b']} | {'a':'c'} | {'a':'c'}",
                "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]} | {'a':[1]} | {'a':[1]}",
                "['a','b'] | ['c','d'] | ['c','d']",
                "{'a':'b'} | null | null",
                "{'e':null} | {'a':1} | {'e':null,'a':1}",
                "[1,2] | {'a':'b','c':null} | {'a':'b'}",
                "{} | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}"
            })
    void patchesMergeDeleteAndReplace(String target, String patch, String outcome) throws Exception {
        JsonNode before = json(target);
        assertThat(JsonMergePatch.apply(before, json(patch))).isEqualTo(json(outcome));
        assertThat(before).isEqualTo(json(target));
    }

    @Test
    void whatDidNotChangeIsTheSameObject() throws Exception {
        JsonNode before = json("{'a': {'x': {'y': 1}}, 'b': {'z': [1]}}");
        JsonNode after = JsonMergePatch.apply(before, json("{'a': {'new': 2}}"));

        assertThat(after.get("b")).isSameAs(before.get("b"));
        assertThat(after.get("a").get("x")).isSameAs(before.get("a").get("x"));
        assertThat(before).isEqualTo(json("{'a': {'x': {'y': 1}}, 'b': {'z': [1]}}"));
    }

    @Test
    void u12ANewNullCannotBeSaid() throws Exception {
        assertThat(JsonMergePatch.diff(json("{'a': 1}"), json("{'a': null}"))).isEmpty();
        assertThat(JsonMergePatch.diff(json("{}"), json("{'a': {'b': null}}"))).isEmpty();
        assertThat(JsonMergePatch.diff(json("{'a': 7}"), json("{'a': {'b': null}}")))
                .isEmpty();
        assertThat(JsonMergePatch.diff(json("{'a': null}"), json("{'a': null, 'b': 1}")))
                .contains(json("{'b': 1}"));
        assertThat(JsonMergePatch.diff(json("{'a': 1}"), json("{'a': [null]}"))).contains(json("{'a': [null]}"));
        assertThat(JsonMergePatch.diff(json("{'a': 1}"), json("{'a': 1}"))).contains(json("{}"));
    }

    @Test
    void u12ThePatchOfADifferenceRestoresTheTree() {
        int said = 0;
        for (int seed = 0; seed < 1000; seed++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            JsonNode before = tree(random, 4);
            JsonNode after = random.nextBoolean() ? tree(random, 4) : changed(random, before);
            var patch = JsonMergePatch.diff(before, after);
            if (patch.isPresent()) {
                said++;
                assertThat(JsonMergePatch.apply(before, patch.get()))
                        .as("seed %d", seed)
                        .isEqualTo(after);
            }
        }
        assertThat(said).isGreaterThan(300);
    }

    private static JsonNode tree(RandomGenerator random, int depth) {
        int kind = random.nextInt(depth == 0 ? 3 : 8);
        if (kind >= 4) {
            ObjectNode node = Json.newObject();
            for (int i = random.nextInt(4); i > 0; i--) {
                node.set("m" + random.nextInt(5), tree(random, depth - 1));
            }
            return node;
        }
        if (kind == 3) {
            ArrayNode node = Json.nodes().arrayNode();
            for (int i = random.nextInt(3); i > 0; i--) {
                node.add(tree(random, depth - 1));
            }
            return node;
        }
        return switch (random.nextInt(12)) {
            case 0 -> Json.nodes().nullNode();
            case 1, 2, 3 -> Json.nodes().booleanNode(random.nextBoolean());
            case 4, 5, 6 -> Json.nodes().numberNode(random.nextInt(3));
            default -> Json.nodes().stringNode("s" + random.nextInt(3));
        };
    }

    private static JsonNode changed(RandomGenerator random, JsonNode node) {
        if (!(node instanceof ObjectNode object) || random.nextInt(5) == 0) {
            return tree(random, 2);
        }
        ObjectNode copy = JsonMergePatch.shallow(object);
        String name = "m" + random.nextInt(5);
        JsonNode old = copy.get(name);
        if (old != null && random.nextInt(3) == 0) {
            copy.remove(name);
        } else {
            copy.set(name, old == null ? tree(random, 2) : changed(random, old));
        }
        return copy;
    }
}
