// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoErrorDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AltoErrorParserTest {
    private static final String ERROR = "application/alto-error+json";

    @Test
    void theFieldsOfAnErrorAreRead() {
        AltoErrorDocument error = AltoErrorParser.parse(ERROR + ";charset=utf-8", Fixtures.json("""
                {'meta': {'code': 'E_INVALID_FIELD_VALUE', 'field': 'cost-type/cost-metric', 'value': 'zzz'}}"""));

        assertThat(error.code()).isEqualTo(AltoErrorDocument.INVALID_FIELD_VALUE);
        assertThat(error.field()).isEqualTo("cost-type/cost-metric");
        assertThat(error.value()).isEqualTo("zzz");
        assertThat(error.syntaxError()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"['pv1','pv2'] | [\"pv1\",\"pv2\"]", "7 | 7", "{'a':1} | {\"a\":1}", "true | true", "null |"})
    void x05TheValueMayBeAnyJson(String value, String text) {
        AltoErrorDocument error = AltoErrorParser.parse(
                ERROR, Fixtures.json("{'meta': {'code': 'E_X', 'field': 'remove', 'value': " + value + "}}"));
        assertThat(error.value()).isEqualTo(text);
        assertThat(error.code()).isEqualTo("E_X");
    }

    @Test
    void x05AHugePageOfHtmlIsCutToOneShortLine() {
        String page = "<html>\r\n\t<body>\u001b[31m" + "x".repeat(100_000) + "</body></html>";
        AltoErrorDocument error = AltoErrorParser.parse("text/html", Fixtures.utf8(page));

        assertThat(error.code()).isEqualTo(AltoErrorDocument.UNKNOWN);
        assertThat(error.shown())
                .hasSize(200)
                .startsWith("<html> <body> [31mxxx")
                .doesNotContain("\n");
    }

    @Test
    void x05OnlyTheFirst64KibAreLookedAt() {
        String small = "{\"meta\": {\"code\": \"E_SYNTAX\"}, \"x\": \"" + "x".repeat(60_000) + "\"}";
        String large = "{\"meta\": {\"code\": \"E_SYNTAX\"}, \"x\": \"" + "x".repeat(70_000) + "\"}";
        assertThat(AltoErrorParser.parse(ERROR, Fixtures.utf8(small)).code()).isEqualTo("E_SYNTAX");
        assertThat(AltoErrorParser.parse(ERROR, Fixtures.utf8(large)).code()).isEqualTo(AltoErrorDocument.UNKNOWN);
    }

    @Test
    void x05OnlyAltosOwnTypeIsTakenApart() {
        byte[] body = Fixtures.json("{'meta': {'code': 'E_SYNTAX'}}");
        assertThat(AltoErrorParser.parse("application/json", body).code()).isEqualTo(AltoErrorDocument.UNKNOWN);
        assertThat(AltoErrorParser.parse(null, body).code()).isEqualTo(AltoErrorDocument.UNKNOWN);
        assertThat(AltoErrorParser.parse("nonsense", body).shown()).isEqualTo("{\"meta\": {\"code\": \"E_SYNTAX\"}}");
    }

    @Test
    void x05LongFieldsAreCutAndOddBodiesBorne() {
        AltoErrorDocument error = AltoErrorParser.parse(
                ERROR, Fixtures.utf8("{\"meta\": {\"code\": \"E\\nX\", \"value\": \"" + "v".repeat(5000) + "\"}}"));
        assertThat(error.code()).isEqualTo("E X");
        assertThat(error.value()).hasSize(200);
        for (String body :
                new String[] {"", "[]", "{}", "{\"meta\": 7}", "{\"meta\": {\"code\": 7}}", "\u0000\uFFFD"}) {
            assertThat(AltoErrorParser.parse(ERROR, Fixtures.utf8(body)).code()).isEqualTo(AltoErrorDocument.UNKNOWN);
        }
        Fixtures.Message openAlto = Fixtures.message("openalto-error.http");
        assertThat(AltoErrorParser.parse(openAlto.contentType(), openAlto.body())
                        .code())
                .isEqualTo("E_GENERIC_HTTP");
    }
}
