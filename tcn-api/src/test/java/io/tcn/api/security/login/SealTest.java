// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SealTest {
    private final Seal seal = new Seal();

    @Test
    void opensWhatItClosedAndNothingElse() {
        String closed = seal.close("a\nb");

        assertThat(seal.open(closed)).contains("a\nb");
        assertThat(closed).matches("[A-Za-z0-9_-]+").isNotEqualTo(seal.close("a\nb"));
        assertThat(new Seal().open(closed)).isEmpty();
        for (int i = 0; i < closed.length() - 1; i++) {
            char other = closed.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(seal.open(closed.substring(0, i) + other + closed.substring(i + 1)))
                    .isEmpty();
        }
        assertThat(seal.open("")).isEmpty();
        assertThat(seal.open("no base64!")).isEmpty();
        assertThat(seal.open("AAAA")).isEmpty();
    }
}
