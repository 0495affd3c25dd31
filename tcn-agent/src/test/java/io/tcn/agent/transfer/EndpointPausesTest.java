// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Three failures in a row, pauses of 10 s, 20 s and 30 s.
class EndpointPausesTest extends PlaneFixture {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final EndpointPauses pauses =
            new EndpointPauses(clock, new AgentSettings.Pauses(3, FIRST, Duration.ofSeconds(30)));

    @Test
    void anEndpointThatFailsSeveralTimesInARowIsLeftAlone() {
        fail(down(), 2);
        assertThat(enter()).isEmpty();

        fail(down(), 1);

        TransferFailure refusal = enter().orElseThrow();
        assertThat(refusal.code()).isEqualTo(ErrorCode.ENDPOINT_PAUSED);
        assertThat(refusal.message()).contains("https://from", "SOURCE_UNAVAILABLE");
        assertThat(refusal.pause()).isBetween(Duration.ofSeconds(8), FIRST);
        assertThat(pauses.list()).extracting(pause -> pause.endpoint().host()).containsExactly("from");
        assertThat(pauses.enter(Orders.copy(URI.create("https://other/f"), URI.create("https://to/f"))
                        .build()))
                .isEmpty();
    }

    @Test
    void successesInBetweenCountAnew() {
        for (int i = 0; i < 10; i++) {
            fail(down(), 2);
            pauses.finished(attempt());
        }

        assertThat(enter()).isEmpty();
    }

    @Test
    void aRefusedFileProvesThatItsEndpointIsUp() {
        fail(down(), 2);
        fail(new TransferException(ErrorCode.SOURCE_NOT_FOUND, "no such file"), 1);
        fail(down(), 2);

        assertThat(enter()).isEmpty();
    }

    @Test
    void failuresOfSingleFilesAreNoTroubleOfTheEndpoint() {
        fail(new TransferException(ErrorCode.SOURCE_UNAVAILABLE, "500 for this file"), 20);
        fail(new TransferException(ErrorCode.INTERRUPTED, "broke"), 20);
        fail(new TransferException(ErrorCode.SOURCE_UNAVAILABLE, "redirects nowhere", Outlook.NOTHING_DONE), 20);

        assertThat(enter()).isEmpty();
    }

    /// A token that no header can have, twice; then a right one.
    @Test
    void aRequestThatCannotBeMadeIsNoTroubleOfTheEndpointAndTellsNoSecret() throws InterruptedException {
        from.put("/f", Orders.bytes(10));
        AtomicBoolean right = new AtomicBoolean();
        with(settings -> settings.pauses(new AgentSettings.Pauses(1, FIRST, FIRST))
                .tokens((transfer, side) -> Optional.of(right.get() ? "right" : "secret\u4e2d")));

        for (int i = 0; i < 2; i++) {
            TransferFailure failure = fail(usual()).failure();
            assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(failure.message()).contains("cannot ask for").doesNotContain("secret");
        }
        right.set(true);

        finish(usual());
    }

    @Test
    void afterThePauseOneMayTryAndOpensItForAll() {
        fail(down(), 3);
        clock.advance(FIRST);
        Attempt probe = attempt();

        assertThat(pauses.enter(probe)).isEmpty();
        assertThat(enter()).isPresent();

        pauses.answered(probe);
        assertThat(enter()).isEmpty();
        assertThat(pauses.list()).isEmpty();
    }

    @Test
    void eachPauseIsTwiceAsLongAsTheLastUpToALimit() {
        fail(down(), 3);
        for (Duration next : new Duration[] {Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofSeconds(30)}) {
            clock.advance(Duration.ofSeconds(30));
            Attempt probe = attempt();
            assertThat(pauses.enter(probe)).isEmpty();
            pauses.failed(probe, down());

            clock.advance(next.minus(MARGIN));
            assertThat(enter()).isPresent();
            clock.advance(MARGIN);
        }
        assertThat(enter()).isEmpty();
    }

    @Test
    void whatFailsDuringAPauseDoesNotLengthenIt() {
        fail(down(), 3);
        fail(down(), 50);
        clock.advance(FIRST);

        assertThat(enter()).isEmpty();
    }

    @Test
    void aProbeThatIsCancelledLeavesItsPlaceToTheNext() {
        fail(down(), 3);
        clock.advance(FIRST);
        Attempt probe = attempt();
        assertThat(pauses.enter(probe)).isEmpty();

        pauses.left(probe);

        assertThat(enter()).isEmpty();
    }

    @Test
    void anEndpointThatAsksForAPauseIsGivenItAtOnce() {
        fail(busy(Duration.ofSeconds(90)), 1);

        pauses.finished(attempt());
        clock.advance(Duration.ofSeconds(89));
        assertThat(enter()).isPresent();
        clock.advance(MARGIN);
        assertThat(enter()).isEmpty();
    }

    @Test
    void noEndpointIsGivenMoreThanAnHour() {
        fail(busy(Duration.ofDays(365)), 1);

        clock.advance(Duration.ofHours(1));
        assertThat(enter()).isEmpty();
    }

    @Test
    void aStorageThatIsDownCostsFewTries() throws InterruptedException, IOException {
        with(settings -> settings.pauses(new AgentSettings.Pauses(2, FIRST, FIRST)));
        from.put("/f", Orders.bytes(10));
        to.close();

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_UNAVAILABLE);
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_UNAVAILABLE);
        int asked = from.requests().size();
        Failed refused = fail(usual().maybeOurs());

        assertThat(refused.failure().code()).isEqualTo(ErrorCode.ENDPOINT_PAUSED);
        assertThat(refused.destinationClean()).isFalse();
        assertThat(from.requests()).hasSize(asked);
        assertThat(plane().pauses()).hasSize(1);

        waitForThePause();
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_UNAVAILABLE);
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.ENDPOINT_PAUSED);
    }

    @Test
    void whoMeetsAPauseHearsTheKindOfTheFailureAndNotWhoseFileItWas() {
        fail(
                new TransferException(ErrorCode.SOURCE_UNAVAILABLE, "https://from/secret answers 503")
                        .blaming(Side.SOURCE, Duration.ofSeconds(30)),
                1);
        assertThat(enter().orElseThrow().message())
                .contains("https://from", "SOURCE_UNAVAILABLE")
                .doesNotContain("secret");
        assertThat(pauses.list()).extracting(EndpointPause::reason).containsExactly("SOURCE_UNAVAILABLE");
    }

    @Test
    void aPausedEndpointThatAnswersAgainIsOpen() throws InterruptedException {
        with(settings -> settings.pauses(new AgentSettings.Pauses(1, FIRST, FIRST)));
        from.put("/f", Orders.bytes(10));
        from.faults().refuse("HEAD", 503, "");
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.ENDPOINT_PAUSED);

        from.faults().allow("HEAD");
        waitForThePause();
        plane().start(usual().build(), heard);
        heard.next(Prepared.class);

        assertThat(plane().pauses()).isEmpty();
    }

    /// In steps that the watchdog does not take for a standstill.
    private void waitForThePause() {
        for (int i = 0; i < 2; i++) {
            clock.advance(FIRST.dividedBy(2));
            plane().checkTimes();
        }
    }

    private void fail(TransferException failure, int times) {
        for (int i = 0; i < times; i++) {
            pauses.failed(attempt(), failure);
        }
    }

    private Optional<TransferFailure> enter() {
        return pauses.enter(attempt());
    }

    private static Attempt attempt() {
        return Orders.copy(URI.create("https://from/f"), URI.create("https://to/f"))
                .build();
    }

    private static TransferException down() {
        return new TransferException(
                ErrorCode.SOURCE_UNAVAILABLE, "cannot connect", Outlook.NOT_SENT, new IOException("refused"));
    }

    private static TransferException busy(@Nullable Duration wait) {
        return new TransferException(ErrorCode.SOURCE_UNAVAILABLE, "503").blaming(Side.SOURCE, wait);
    }
}
