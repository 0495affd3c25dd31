// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Who gets how many long answers at once, and for how long.
class LongAnswersTest {
    private static final int MOST = 6;

    private final ManualTime time = new ManualTime();
    private final LongAnswers answers = new LongAnswers(time, MOST, 0);

    private static void refused(ThrowingCallable page, int status) {
        assertThatThrownBy(page)
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(status));
    }

    @Test
    void aCallerHasAThirdOfThePlacesAtMost() {
        List<LongAnswers.Answer> open = new ArrayList<>();
        for (String caller : List.of("a", "a", "b", "b", "c", "c")) {
            LongAnswers.Answer answer = answers.begin(caller);
            answer.page();
            open.add(answer);
        }
        refused(() -> answers.begin("a").page(), 429);
        refused(() -> answers.begin("d").page(), 503);

        open.getFirst().close();
        assertThatCode(() -> answers.begin("d").page()).doesNotThrowAnyException();
    }

    @Test
    void anAnswerOfOnePageNeedsNoPlace() {
        for (int i = 0; i < 3 * MOST; i++) {
            answers.begin("a").close();
        }
        assertThatCode(() -> answers.begin("a").page()).doesNotThrowAnyException();
    }

    @Test
    void anAnswerThatIsReadTooSlowlyEnds() {
        try (LongAnswers.Answer answer = answers.begin("a")) {
            time.advance(Duration.ofSeconds(60));
            for (int page = 1; page <= 10; page++) {
                time.advance(Duration.ofSeconds(5));
                answer.page();
            }
            time.advance(Duration.ofSeconds(6));
            refused(answer::page, 429);
        }
        assertThatCode(() -> answers.begin("a").page()).doesNotThrowAnyException();
    }
}
