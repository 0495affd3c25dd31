// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.InvalidReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

class JsonPatchTest {
    private static JsonNode json(String text) throws Exception {
        return Json.read(Fixtures.json(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1} | [{'op':'add','path':'/b','value':2}] | {'a':1,'b':2}",
                "{'a':[1,3]} | [{'op':'add','path':'/a/1','value':2}] | {'a':[1,2,3]}",
                "{'a':[1]} | [{'op':'add','path':'/a/-','value':2}] | {'a':[1,2]}",
                "{'a':[1]} | [{'op':'add','path':'/a/1','value':2}] | {'a':[1,2]}",
                "{'a':1} | [{'op':'add','path':'/a','value':null}] | {'a':null}",
                "{'a':1} | [{'op':'remove','path':'/a'}] | {}",
                "{'a':[1,2]} | [{'op':'remove','path':'/a/0'}] | {'a':[2]}",
                "{'a':{'b':1}} | [{'op':'replace','path':'/a/b','value':[]}] | {'a':{'b':[]}}",
                "{'a':1} | [{'op':'replace','path':'','value':7}] | 7",
                "{'a':{'b':1},'c':{}} | [{'op':'move','from':'/a/b','path':'/c/d'}] | {'a':{},'c':{'d':1}}",
                "{'a':[1,2,3]} | [{'op':'move','from':'/a/0','path':'/a/2'}] | {'a':[2,3,1]}",
                "{'a':{'b':1}} | [{'op':'copy','from':'/a','path':'/c'}] | {'a':{'b':1},'c':{'b':1}}",
                "{'a':20} | [{'op':'test','path':'/a','value':20.0}] | {'a':20}",
                "{'a':[1,{'b':2e0}]} | [{'op':'test','path':'/a','value':[1.0,{'b':2}]}] | {'a':[1,{'b':2e0}]}",
                "{'a/b':1,'m~n':2} | [{'op':'remove','path':'/a~1b'},{'op':'remove','path':'/m~0n'}] | {}",
                "{'~1':1} | [{'op':'remove','path':'/~01'}] | {}",
                "{'':1} | [{'op':'replace','path':'/','value':2}] | {'':2}",
                "{'a':1} | [{'op':'move','from':'/a','path':'/a'}] | {'a':1}",
                "{'a':{}} | [{'op':'copy','from':'','path':'/a/b'},{'op':'add','path':'/a/c','value':1}] | "
                        + "{'a':{'b':{'a':{}},'c':1}}",
                "{'a':1} | [] | {'a':1}"
            })
    void operationsDoWhatTheRfcSays(String target, String patch, String outcome) throws Exception {
        JsonNode before = json(target);
        assertThat(JsonPatch.apply(before, json(patch))).isEqualTo(json(outcome));
        assertThat(before).isEqualTo(json(target));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'replace','path':'/x','value':1}]",
                "[{'op':'remove','path':'/x'}]",
                "[{'op':'remove','path':''}]",
                "[{'op':'add','path':'/x/y','value':1}]",
                "[{'op':'add','path':'/l/3','value':1}]",
                "[{'op':'add','path':'/l/01','value':1}]",
                "[{'op':'add','path':'/l/+1','value':1}]",
                "[{'op':'replace','path':'/l/-','value':1}]",
                "[{'op':'replace','path':'/l/2','value':1}]",
                "[{'op':'add','path':'/n/y','value':1}]",
                "[{'op':'test','path':'/n','value':2}]",
                "[{'op':'test','path':'/n','value':'1'}]",
                "[{'op':'test','path':'/x','value':null}]",
                "[{'op':'move','from':'/o','path':'/o/p'}]",
                "[{'op':'move','from':'/x','path':'/y'}]",
                "[{'op':'copy','from':'/x','path':'/y'}]",
                "[{'op':'frobnicate','path':'/n'}]",
                "[{'op':'add','path':'/y'}]",
                "[{'op':'add','value':1}]",
                "[{'path':'/n','value':1}]",
                "[{'op':'remove','path':'n'}]",
                "[{'op':'remove','path':'/o/a~2b'}]",
                "[{'op':'remove','path':'/o/a~'}]",
                "[7]",
                "{}",
                "null"
            })
    void whatTheRfcForbidsIsRefused(String patch) throws Exception {
        JsonNode target = json("{'n':1,'l':[1,2],'o':{'p':1}}");
        assertRefused(InvalidReason.PATCH, () -> JsonPatch.apply(target, json(patch)));
    }

    @Test
    void itIsAllOrNothing() throws Exception {
        JsonNode target = json("{'a': {'b': 1}}");
        assertRefused(
                InvalidReason.PATCH,
                () -> JsonPatch.apply(
                        target, json("[{'op':'add','path':'/a/c','value':1},{'op':'test','path':'/a/b','value':2}]")));
        assertThat(target).isEqualTo(json("{'a': {'b': 1}}"));
    }

    @Test
    void whatDidNotChangeIsTheSameObject() throws Exception {
        JsonNode before = json("{'a': {'x': {'y': 1}}, 'b': {'z': [1]}}");
        JsonNode after = JsonPatch.apply(before, json("[{'op':'add','path':'/a/new','value':2}]"));
        assertThat(after.get("b")).isSameAs(before.get("b"));
        assertThat(after.get("a").get("x")).isSameAs(before.get("a").get("x"));
        assertThat(JsonPatch.apply(before, json("[{'op':'replace','path':'/b/z','value':[1]}]")))
                .isSameAs(before);
    }

    @Test
    void aCopyIsNotTiedToItsSource() throws Exception {
        JsonNode after = JsonPatch.apply(json("{'a': {'b': 1}}"), json("""
                [{'op':'add','path':'/a/c','value':2}, {'op':'copy','from':'/a','path':'/d'},
                 {'op':'replace','path':'/d/b','value':7}, {'op':'remove','path':'/a/c'}]"""));
        assertThat(after).isEqualTo(json("{'a': {'b': 1}, 'd': {'b': 7, 'c': 2}}"));
    }

    @Test
    void aPatchThatCopiesATreeIntoItselfAgainAndAgainIsRefused() throws Exception {
        ArrayNode patch = Json.nodes().arrayNode();
        for (int i = 0; i < 60; i++) {
            patch.add(json("{'op':'copy','from':'/a','path':'/a/k" + i + "'}"));
        }
        JsonNode target = json("{'a': {'b': 1}}");
        assertRefused(InvalidReason.PATCH, () -> JsonPatch.apply(target, patch));
    }

    @Test
    void treesDoNotGrowDeeperThanMessages() throws Exception {
        JsonNode tree = json("{'a': {}}");
        ArrayNode patch =
                (ArrayNode) json("[{'op':'move','from':'/a','path':'/x'}, {'op':'add','path':'/a','value':{}},"
                        + "{'op':'move','from':'/x','path':'/a/x'}]");
        JsonNode grown = tree;
        for (int i = 0; i < 60; i++) {
            grown = JsonPatch.apply(grown, patch);
        }
        JsonNode deep = grown;
        assertRefused(InvalidReason.PATCH, () -> {
            JsonNode deeper = deep;
            for (int i = 0; i < 10; i++) {
                deeper = JsonPatch.apply(deeper, patch);
            }
        });
    }
}
