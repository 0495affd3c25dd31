// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.TipsSummary;
import io.tcn.alto.model.TipsView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TipsParserTest {
    @Test
    void theOpeningAnswerNamesViewAndVersions() throws Exception {
        assertThat(TipsParser.view(Fixtures.bytes("openalto-tips.json")))
                .isEqualTo(new TipsView("/tips/mocknm/9e68a1", new TipsSummary(101, 105, 0, 105)));
    }

    @Test
    void theAnswerAfterALossIsAPatchOverTheOpening() throws Exception {
        var patch = Json.read(Fixtures.json("""
                {'tips-view-summary': {'updates-graph-summary': {'end-seq': 120, 'start-edge-rec': {'seq-j': 118}}}}"""));
        assertThat(TipsParser.view(JsonMergePatch.apply(Json.read(Fixtures.bytes("openalto-tips.json")), patch))
                        .summary())
                .isEqualTo(new TipsSummary(101, 120, 0, 118));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"101\"", "null", "1e99", "99999999999999999999", "200"})
    void versionsAreWholeNumbersInOrder(String start) {
        String text = Fixtures.text("openalto-tips.json");
        assertRefused(
                InvalidReason.JSON_TYPE,
                () -> TipsParser.view(Fixtures.utf8(text.replace("\"start-seq\":101", "\"start-seq\":" + start))));
    }
}
