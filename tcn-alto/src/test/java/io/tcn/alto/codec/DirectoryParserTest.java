// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.Capabilities;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.DirectoryDocument;
import io.tcn.alto.model.DirectoryEntry;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectoryParserTest {
    @Test
    void theWholeDirectoryIsRead() throws Exception {
        DirectoryDocument document = DirectoryParser.parse(Fixtures.bytes("directory.json"));

        assertThat(document.skipped()).isEmpty();
        assertThat(document.defaultNetworkMap()).isEqualTo("netmap");
        assertThat(document.costTypes()).hasSize(6).containsEntry("path-vector", CostType.PATH_VECTOR);
        assertThat(document.entries()).hasSize(11);
        DirectoryEntry paths = document.find("ecs-pv").orElseThrow();
        assertThat(paths.mediaType()).isEqualTo(AltoMediaTypes.multipart(AltoMediaTypes.ENDPOINT_COST));
        assertThat(paths.accepts()).isEqualTo(MediaType.of(AltoMediaTypes.ENDPOINT_COST_PARAMS));
        assertThat(paths.uses()).containsExactly("anes");
        assertThat(paths.capabilities().anePropertyNames())
                .containsExactly("max-reservable-bandwidth", "persistent-entity-id");
        Capabilities costs = document.find("ecs").orElseThrow().capabilities();
        assertThat(costs.costConstraints()).isTrue();
        assertThat(costs.maxCostTypes()).isEqualTo(5);
        assertThat(document.find("eps").orElseThrow().capabilities().propTypes())
                .containsExactly("netmap.pid");
        assertThat(document.find("anes").orElseThrow().capabilities().mappings())
                .containsEntry(".ane", List.of("max-reservable-bandwidth", "priv:tcn-kind"));
        Capabilities updates = document.find("updates").orElseThrow().capabilities();
        assertThat(updates.supportStreamControl()).isTrue();
        assertThat(updates.incrementalChangeMediaTypes())
                .containsEntry("netmap", List.of(MediaType.of(AltoMediaTypes.MERGE_PATCH)));
    }

    @Test
    void i03WhatIsAbsentIsEmpty() throws Exception {
        DirectoryEntry entry = DirectoryParser.parse(
                        Fixtures.json(
                                "{'resources': {'a': {'uri': 'x', 'media-type': 'application/alto-networkmap+json', 'accepts': ''}}}"))
                .find("a")
                .orElseThrow();

        assertThat(entry.accepts()).isNull();
        assertThat(entry.capabilities()).isEqualTo(Capabilities.NONE);
        assertThat(entry.uses()).isEmpty();
        assertThat(UriReference.resolve("http://h/alto/v1/ird", entry.uri())).isEqualTo("http://h/alto/v1/x");
    }

    @Test
    void i06AnEntryThatCannotBeReadIsSkippedAlone() throws Exception {
        DirectoryDocument document = DirectoryParser.parse(Fixtures.json("""
                {'meta': {'cost-types': {'good': {'cost-metric': 'a', 'cost-mode': 'b'}, 'bad': {'cost-metric': 'a'},
                                         'worse': 7}},
                 'resources': {'no-uri': {'media-type': 'a/b'}, 'no-type': {'uri': 'x'}, 'odd type': {},
                               'bad-type': {'uri': 'x', 'media-type': 'nonsense'}, 'list': [],
                               'bad-accepts': {'uri': 'x', 'media-type': 'a/b', 'accepts': 'nonsense'},
                               'good': {'uri': 'x', 'media-type': 'a/b', 'capabilities': 7, 'uses': 'x'}}}"""));

        assertThat(document.entries()).extracting(DirectoryEntry::id).containsExactly("good");
        assertThat(document.costTypes()).containsOnlyKeys("good");
        assertThat(document.skipped()).hasSize(8);
        assertThat(document.skipped().getFirst()).isEqualTo("cost type bad: a cost type without metric or mode");
    }

    @Test
    void i06UnknownModesAndTypesAreEntriesLikeOthers() throws Exception {
        DirectoryDocument document = DirectoryParser.parse(Fixtures.json("""
                {'meta': {'cost-types': {'x': {'cost-metric': 'priv:x', 'cost-mode': 'priv:y'}}},
                 'resources': {'a': {'uri': 'x', 'media-type': 'application/alto-future+json'}}}"""));
        assertThat(document.costTypes()).containsKey("x");
        assertThat(document.entries()).hasSize(1);
    }

    @Test
    void g07UnknownFieldsAreIgnored() throws Exception {
        String text = Fixtures.text("directory.json");
        String more = text.replace("{\"meta\": {", "{\"x\": [{}], \"meta\": {\"y\": null,")
                .replace("{\"cost-metric\"", "{\"z\": {\"cost-mode\": 1}, \"cost-metric\"")
                .replace("{\"uri\"", "{\"future\": true, \"uri\"")
                .replace("\"capabilities\": {", "\"capabilities\": {\"more\": [1],");
        assertThat(more).isNotEqualTo(text);

        assertThat(DirectoryParser.parse(Fixtures.utf8(more))).isEqualTo(DirectoryParser.parse(Fixtures.utf8(text)));
    }

    @Test
    void patchFormatsMayBeSeveralWithCommas() throws Exception {
        DirectoryEntry entry =
                DirectoryParser.parse(Fixtures.json("""
                {'resources': {'u': {'uri': 'x', 'media-type': 'text/event-stream', 'capabilities': {
                  'incremental-change-media-types': {'a': 'application/merge-patch+json,application/json-patch+json'}}}}}""")).find("u").orElseThrow();
        assertThat(entry.capabilities().incrementalChangeMediaTypes())
                .containsEntry(
                        "a",
                        List.of(MediaType.of(AltoMediaTypes.MERGE_PATCH), MediaType.of(AltoMediaTypes.JSON_PATCH)));
    }

    @Test
    void propertiesOfEndpointsMayBeCalledProperties() throws Exception {
        DirectoryEntry entry =
                DirectoryParser.parse(Fixtures.json("""
                {'resources': {'e': {'uri': 'x', 'media-type': 'application/alto-endpointprop+json',
                  'capabilities': {'properties': ['netmap.pid']}}}}""")).find("e").orElseThrow();
        assertThat(entry.capabilities().propTypes()).containsExactly("netmap.pid");
    }

    @Test
    void openAltosDirectoryNamesNoDefaultMap() throws Exception {
        DirectoryDocument document = DirectoryParser.parse(Fixtures.bytes("openalto-directory.json"));
        assertThat(document.defaultNetworkMap()).isNull();
        assertThat(document.find("pv").orElseThrow().mediaType())
                .isEqualTo(AltoMediaTypes.multipart(AltoMediaTypes.ENDPOINT_COST));
    }

    @Test
    void theRfcsExampleWithATrailingCommaIsNotJson() throws Exception {
        assertRefused(InvalidReason.JSON, () -> DirectoryParser.parse(Fixtures.bytes("directory-broken.json")));
        String text = Fixtures.text("directory-broken.json");
        assertThat(DirectoryParser.parse(Fixtures.utf8(text.replace("},}}", "}}}")))
                        .entries())
                .hasSize(1);
    }
}
