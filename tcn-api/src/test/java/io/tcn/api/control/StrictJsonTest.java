// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.json.JsonMapper;

class StrictJsonTest {
    private final JsonMapper small = StrictJson.mapper(StreamReadConstraints.defaults(), true);
    private final JsonMapper large = StrictJson.mapper(StreamReadConstraints.defaults(), false);

    /// A forgotten unit, half a connection, a name that is a number.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"user\": \"u\", \"resourceSet\": \"s\", \"boundBps\": \"10\"}",
                "{\"user\": \"u\", \"resourceSet\": \"s\", \"boundBps\": \"\"}",
                "{\"user\": \"u\", \"resourceSet\": \"s\", \"boundBps\": true}",
                "{\"user\": 5, \"resourceSet\": \"s\", \"boundBps\": 10}",
                "{\"user\": 5.5, \"resourceSet\": \"s\"}",
                "{\"user\": true, \"resourceSet\": \"s\"}",
                "{\"user\": \"u\", \"bound\": 10}",
                "{\"user\": \"u\"} {\"user\": \"v\"}"
            })
    void whatIsWrittenAsSomethingElseIsRefused(String json) {
        assertThatThrownBy(() -> small.readValue(json, Requests.SetRc.class)).isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> large.readValue(json, Requests.SetRc.class)).isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "\"5\"", "\"\"", "true"})
    void aWholeNumberIsWrittenAsOne(String number) {
        assertThatThrownBy(() -> small.readValue("{\"maxConnections\": " + number + "}", Requests.ChangePipe.class))
                .isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "\"true\"", "\"\""})
    void yesAndNoAreTrueAndFalse(String given) {
        assertThatThrownBy(() -> small.readValue("{\"noDeadline\": " + given + "}", Requests.ChangeGroup.class))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void numbersMayBeWrittenWithoutAPoint() {
        Requests.SetRc body =
                small.readValue("{\"user\": \"u\", \"boundBps\": 10, \"minBps\": 1e9}", Requests.SetRc.class);
        assertThat(body.boundBps()).isEqualTo(10.0);
        assertThat(body.minBps()).isEqualTo(1e9);
        assertThat(body.relativeWeight()).isNull();
        assertThat(small.readValue("{\"minConnections\": 0, \"weight\": 2}", Requests.ChangePipe.class))
                .isEqualTo(new Requests.ChangePipe(0, null, 2.0));
    }

    /// Which of the two was meant nobody knows. In what may be large the last one counts.
    @Test
    void aKeyThatIsThereTwiceIsRefused() {
        String twice = "{\"user\": \"u\", \"boundBps\": 1e9, \"boundBps\": 2e9}";
        assertThatThrownBy(() -> small.readValue(twice, Requests.SetRc.class))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("boundBps");
        assertThat(large.readValue(twice, Requests.SetRc.class).boundBps()).isEqualTo(2e9);
    }
}
