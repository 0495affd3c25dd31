// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What-if on a running server: what is refused, and what is said where nothing moves.
@TestMethodOrder(OrderAnnotation.class)
class WhatIfTest extends ServerTest {
    private static final String PATH = "/tcn/v1/what-if";

    private static Answer ask(String body) {
        return demo.post(PATH, body);
    }

    private static JsonNode told(String body) {
        Answer answer = ask(body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    @Order(1)
    void whereNothingMovesAChangeHasNoEffectNow() {
        JsonNode told =
                told("{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": 0.5}]}");
        assertThat(told.path("users").size()).isZero();
        assertThat(told.path("notes").toString()).contains("nothing is queued").contains("binds nothing");
        assertThat(told.at("/accuracy/trouble").asString("")).isEqualTo("nothing moved");
        assertThat(demo.get("/tcn/v1/rc").json().size()).isZero();
    }

    @ParameterizedTest
    @Order(2)
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400 | nothing to change",
                "{\"setRc\": []} | 400 | nothing to change",
                "{\"setRc\": [null]} | 400 | setRc[0]",
                "{\"removeRc\": [null]} | 400 | removeRc[0]",
                "{\"configuration\": {\"pipes\": [null]}} | 400 | null",
                "{\"configuration\": {}, \"jobs\": [null]} | 400 | jobs",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\"}]} | 400 | nothing to set",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"none\", \"boundBps\": 1}]} | 400 | no resource-set",
                "{\"setRc\": [{\"user\": \"nobody\", \"resourceSet\": \"all-links\", \"boundBps\": 1}]} | 400 | no user",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 0}]} | 400 | from 1 to 1e18",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1, \"minBps\": 2}]} | 400 |"
                        + " above the bound",
                "{\"removeRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\"}]} | 404 | no resource control",
                "{\"configuration\": {}, \"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1}]} |"
                        + " 400 | alone",
                "{\"configuration\": {}, \"horizonSeconds\": 1} | 400 | horizonSeconds",
                "{\"configuration\": {}, \"jobs\": [\"x\"]} | 404 | there is no job x",
                "{\"configuration\": {}, \"hurry\": true} | 400 | there is no key",
            })
    void whatMakesNoSenseIsRefusedWithTheReason(String body, int status, String detail) {
        Answer answer = ask(body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("detail")).contains(detail);
    }

    @Test
    @Order(3)
    void contradictionsAreLookedAtWithForceOnly() {
        String both = "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1000, \"minBps\": 2000}";
        assertThat(told("{\"force\": true, \"setRc\": [" + both + "]}")
                        .path("notes")
                        .toString())
                .contains("above the bound");
    }
}
