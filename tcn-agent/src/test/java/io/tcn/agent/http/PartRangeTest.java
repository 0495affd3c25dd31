// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartRangeTest {
    @Test
    void aRangeIsReadWithOrWithoutTheSizeOfTheFile() {
        assertThat(PartRange.parse("bytes 0-9/100")).contains(new PartRange(0, 10, 100));
        assertThat(PartRange.parse(" bytes 10-10/* ")).contains(new PartRange(10, 11, -1));
        assertThat(PartRange.parse("bytes 10-19/100").orElseThrow().begins(10, 20))
                .isTrue();
        assertThat(PartRange.parse("bytes 10-18/100").orElseThrow().begins(10, 20))
                .isTrue();
        assertThat(PartRange.parse("bytes 11-19/100").orElseThrow().begins(10, 20))
                .isFalse();
        assertThat(PartRange.parse("bytes 10-20/100").orElseThrow().begins(10, 20))
                .isFalse();
        assertThat(PartRange.parse("bytes 10-9/100").orElseThrow().begins(10, 20))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bytes */100", "bytes 1-/100", "lines 0-9/100", "bytes 0-99999999999999999999/*"})
    void anythingElseIsNone(String header) {
        assertThat(PartRange.parse(header)).isEmpty();
    }
}
