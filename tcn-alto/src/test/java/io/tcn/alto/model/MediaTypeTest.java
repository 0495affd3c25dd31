// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {
    private static final MediaType PATHS = AltoMediaTypes.multipart(AltoMediaTypes.COST_MAP);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/related;type=application/alto-costmap+json",
                "multipart/related;type=\"application/alto-costmap+json\"",
                "multipart/related; TYPE = Application/Alto-CostMap+JSON",
                " Multipart / Related ; type=\"application / alto-costmap+json\" ; ",
                "multipart/related;type=application/alto-costmap+json;",
                "multipart/related;;type=application/alto-costmap+json;;",
                "multipart/related;flag;type=application/alto-costmap+json",
                "multipart/related;type=application/alto-costmap+json;type=text/plain",
                "multipart/related;type=\"application/alto-costmap+json",
                "multipart/related;type=\"application\\/alto-costmap+json\" junk"
            })
    void spellingsOfOneTypeAreEqual(String text) throws Exception {
        assertThat(MediaType.parse(text)).isEqualTo(PATHS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "/", "text/", "/html", "te xt/html", "text/ht ml", ";type=x", "a/b/c"})
    void whatHasNoTypeIsRefused(String text) {
        Fixtures.assertRefused(InvalidReason.MEDIA_TYPE, () -> MediaType.parse(text));
    }

    @Test
    void endlessTypesAreRefused() {
        Fixtures.assertRefused(InvalidReason.MEDIA_TYPE, () -> MediaType.parse("a/b;" + "c=d;".repeat(2000)));
        StringBuilder many = new StringBuilder("a/b");
        for (int i = 0; i < 40; i++) {
            many.append(";p").append(i).append("=1");
        }
        Fixtures.assertRefused(InvalidReason.MEDIA_TYPE, () -> MediaType.parse(many.toString()));
    }

    @Test
    void theBoundaryKeepsItsCase() throws Exception {
        MediaType type = MediaType.parse("multipart/related; Boundary=AbC; charset=UTF-8");
        assertThat(type.parameter("BOUNDARY")).contains("AbC");
        assertThat(type.parameter("charset")).contains("utf-8");
        assertThat(type.essence()).isEqualTo("multipart/related");
    }

    @Test
    void writtenTypesAreReadAgain() throws Exception {
        MediaType odd = PATHS.with("start", "<a\"b\\c@d>").with("boundary", "x y");
        assertThat(MediaType.parse(odd.toString())).isEqualTo(odd);
        assertThat(PATHS).hasToString("multipart/related;type=\"application/alto-costmap+json\"");
    }
}
