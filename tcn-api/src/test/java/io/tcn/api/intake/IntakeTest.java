// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

/// How many bodies are worked on at once.
class IntakeTest {
    /// 20 bytes of heap per byte of a body: room for two bodies of 64 KiB.
    private static final long ROOM = 2 * 20 * 64 * 1024;

    private static byte[] body(int bytes) {
        byte[] body = new byte[bytes];
        Arrays.fill(body, (byte) 'x');
        return body;
    }

    private static byte[] taken(Intake intake, byte[] body, long most) throws IOException {
        return intake.take(new ByteArrayInputStream(body), -1, most, in -> in.readAllBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Spool.SMALL - 1, Spool.SMALL, Spool.SMALL + 1, 1_000_000})
    void aBodyIsTakenAsItIs(int bytes) throws IOException {
        assertThat(taken(new Intake(ROOM, 0), body(bytes), 1_000_000)).isEqualTo(body(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, Spool.SMALL, Spool.SMALL + 1, 1_000_000})
    void aLargerBodyThanAllowedIsRefused(int most) {
        assertThatThrownBy(() -> taken(new Intake(ROOM, 0), body(most + 1), most))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("413");
        assertThatThrownBy(() -> new Intake(ROOM, 0)
                        .take(new ByteArrayInputStream(new byte[0]), most + 1L, most, in -> "not read"))
                .isInstanceOf(Refused.class);
    }

    @Test
    void whatDoesNotFitBesideOthersIsToldToComeAgain() throws IOException {
        Intake intake = new Intake(ROOM, 0);
        byte[] half = body(64 * 1024);

        intake.take(new ByteArrayInputStream(half), -1, half.length, first -> {
            // One more fits beside the first, a third does not.
            intake.take(new ByteArrayInputStream(half), -1, half.length, second -> {
                assertThatThrownBy(() -> taken(intake, half, half.length))
                        .isInstanceOfSatisfying(Refused.class, refused -> {
                            assertThat(refused.getStatusCode().value()).isEqualTo(503);
                            assertThat(refused.getHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                                    .isEqualTo("10");
                        });
                return true;
            });
            return true;
        });
        assertThat(taken(intake, half, half.length)).hasSize(half.length);
    }

    @Test
    void aBodyThatNeedsMoreThanTheRoomIsWorkedOnAlone() throws IOException {
        Intake intake = new Intake(ROOM, 0);

        intake.take(new ByteArrayInputStream(body(1_000_000)), -1, 1_000_000, alone -> {
            assertThatThrownBy(() -> taken(intake, body(1), 1)).isInstanceOf(Refused.class);
            return true;
        });
        assertThat(taken(intake, body(1), 1)).hasSize(1);
    }

    @Test
    void placesOfACallerComeBack() {
        Places places = new Places(2);

        assertThat(places.take("a")).isTrue();
        assertThat(places.take("a")).isTrue();
        assertThat(places.take("a")).isFalse();
        assertThat(places.take("b")).isTrue();
        places.giveBack("a");
        assertThat(places.take("a")).isTrue();
    }
}
