// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CutOffsTest {
    private static final Endpoint A = Endpoint.parse("https://a.example.org");
    private static final Endpoint B = Endpoint.parse("https://b.example.org");

    private final BeatsClock clock = new BeatsClock();
    private final RecordedCutOffs news = new RecordedCutOffs();
    private final CutOffs cutOffs = new CutOffs(clock, news);
    private long attempts;

    private AttemptId attempt() {
        return new AttemptId(TransferId.of(++attempts), 1);
    }

    private void fail(String instance, Endpoint endpoint) {
        fail(instance, endpoint, attempt());
    }

    private void fail(String instance, Endpoint endpoint, AttemptId attempt) {
        cutOffs.failed(
                "of " + instance,
                instance,
                endpoint,
                attempt,
                new TransferFailure(ErrorCode.SOURCE_UNAVAILABLE, "no connection"),
                null);
    }

    private void cutOff(String instance, Endpoint endpoint) {
        fail(instance, endpoint);
        fail(instance, endpoint);
    }

    private void pass(Duration time) {
        clock.pass(time);
        cutOffs.takeChanged();
    }

    /// The attempt that may try, given to the agent.
    private AttemptId trying(String instance, Endpoint endpoint) {
        AttemptId probe = attempt();
        assertThat(cutOffs.closedTo(instance)).doesNotContain(endpoint);
        cutOffs.given(instance, List.of(endpoint), probe);
        return probe;
    }

    @Test
    void oneFailureMayBeChanceAndTheSecondInARowIsNot() {
        fail("i", A);
        assertThat(cutOffs.closedTo("i")).isEmpty();
        cutOffs.answered("i", A);
        fail("i", A);
        assertThat(cutOffs.closedTo("i")).isEmpty();
        assertThat(news.told).isEmpty();
        clock.pass(Duration.ofSeconds(1));
        fail("i", A);
        assertThat(cutOffs.closedTo("i")).containsExactly(A);
        assertThat(cutOffs.closedTo("j")).as("another agent").isEmpty();
        assertThat(cutOffs.isCutOff("i", B)).as("another storage").isFalse();
        assertThat(cutOffs.list()).singleElement().satisfies(each -> {
            assertThat(each.agent()).isEqualTo("of i");
            assertThat(each.endpoint()).isEqualTo(A);
            assertThat(each.since()).isEqualTo(Beats.NOW);
            assertThat(each.failures()).isEqualTo(2);
            assertThat(each.nextTry()).isEqualTo(Beats.NOW.plusSeconds(11));
            assertThat(each.reason()).isEqualTo("no connection");
        });
    }

    @Test
    void itBeginsAndEndsWithOneWordEach() {
        cutOff("i", A);
        fail("i", A);
        pass(CutOff.FIRST);
        fail("i", A, trying("i", A));
        pass(Duration.ofSeconds(20));
        AttemptId probe = trying("i", A);
        cutOffs.answered("i", A);
        cutOffs.left("i", List.of(A), probe);
        cutOffs.answered("i", A);

        assertThat(news.told)
                .containsExactly(
                        "of i does not reach https://a.example.org",
                        "of i reaches https://a.example.org after 30 s, 4");
        assertThat(cutOffs.list()).isEmpty();
        assertThat(cutOffs.closedTo("i")).isEmpty();
    }

    /// 10, 20, 40, 80, 160 and 300 s, and no longer.
    @Test
    void oneAttemptTriesAndEachTimeIsTwiceAsLongUpToALimit() {
        cutOff("i", A);
        for (int seconds : new int[] {10, 20, 40, 80, 160, 300, 300}) {
            pass(Duration.ofSeconds(seconds - 1));
            assertThat(cutOffs.closedTo("i")).as("before %d s", seconds).containsExactly(A);
            pass(Duration.ofSeconds(1));
            AttemptId probe = trying("i", A);
            assertThat(cutOffs.closedTo("i")).as("one is enough").containsExactly(A);
            fail("i", A, probe);
            assertThat(cutOffs.closedTo("i")).containsExactly(A);
        }
    }

    @Test
    void oneThatHasNotTriedLeavesItToTheNext() {
        cutOff("i", A);
        pass(CutOff.FIRST);
        AttemptId cancelled = trying("i", A);
        cutOffs.left("i", List.of(A), cancelled);
        trying("i", A);
    }

    @Test
    void whatWasUnderWayWhenItBeganMakesItNoLonger() {
        cutOff("i", A);
        for (int i = 0; i < 50; i++) {
            fail("i", A);
        }
        pass(CutOff.FIRST);
        trying("i", A);
        assertThat(cutOffs.list().getFirst().failures()).isEqualTo(52);
    }

    /// An agent that leaves a storage alone by itself says for how long; it has tried nothing then.
    @Test
    void whatTheAgentItselfLeavesAloneIsLeftAloneForSoLong() {
        cutOffs.failed(
                "of i",
                "i",
                A,
                attempt(),
                new TransferFailure(ErrorCode.ENDPOINT_PAUSED, "left alone"),
                Duration.ofSeconds(40));
        assertThat(cutOffs.closedTo("i")).containsExactly(A);
        assertThat(cutOffs.list().getFirst().failures()).isZero();
        pass(Duration.ofSeconds(39));
        assertThat(cutOffs.closedTo("i")).containsExactly(A);
        pass(Duration.ofSeconds(1));
        trying("i", A);
    }

    @Test
    void severalThatGetNoAnswerWhileNobodyDoesAreTheStoragesTrouble() {
        cutOff("i", A);
        cutOff("j", A);
        assertThat(cutOffs.failsForSeveral(A)).isFalse();
        cutOff("k", A);
        assertThat(cutOffs.failsForSeveral(A)).isTrue();
        assertThat(cutOffs.failsForSeveral(B)).isFalse();
    }

    @Test
    void severalOfASiteThatIsCutOffAreNotWhereOthersGetAnswers() {
        for (String instance : List.of("i", "j", "k", "l")) {
            cutOff(instance, A);
            clock.pass(Duration.ofSeconds(1));
            cutOffs.answered("far", A);
        }
        assertThat(cutOffs.failsForSeveral(A)).isFalse();
        assertThat(cutOffs.list()).hasSize(4);
    }

    /// A storage was down for all of them: nobody waits for minutes when it is back.
    @Test
    void theFirstAnswerAfterAnOutageLetsAllTry() {
        cutOff("i", A);
        cutOff("j", A);
        clock.pass(Duration.ofSeconds(1));
        cutOffs.answered("i", A);
        assertThat(cutOffs.closedTo("i")).isEmpty();
        AttemptId probe = trying("j", A);
        // It is cut off all the same: answers to others change nothing any more.
        fail("j", A, probe);
        cutOffs.answered("i", A);
        assertThat(cutOffs.closedTo("j")).containsExactly(A);
    }

    @Test
    void itGoesWithTheAgentsProcess() {
        cutOff("i", A);
        cutOff("i", B);
        cutOff("j", A);
        cutOffs.forget("i");
        assertThat(cutOffs.closedTo("i")).isEmpty();
        assertThat(cutOffs.list()).hasSize(1);
    }

    @Test
    void whatNobodyHasTriedForLongIsNotKnownAnyMore() {
        cutOff("i", A);
        fail("j", B);
        pass(CutOff.FORGOTTEN.minusSeconds(1));
        assertThat(cutOffs.list()).hasSize(1);
        pass(Duration.ofSeconds(1));
        assertThat(cutOffs.list()).isEmpty();
        assertThat(news.told)
                .containsExactly(
                        "of i does not reach https://a.example.org", "of i had nothing at https://a.example.org");
        fail("j", B);
        assertThat(cutOffs.closedTo("j")).as("the first failure is long ago").isEmpty();
    }

    @Test
    void whoeverSaysThatManyStoragesAreAwayIsRememberedOfTheLast() {
        for (int i = 0; i < CutOffs.MOST + 10; i++) {
            cutOff("i", Endpoint.parse("https://s" + i + ".example.org"));
        }
        assertThat(cutOffs.list()).hasSize(CutOffs.MOST);
        assertThat(cutOffs.isCutOff("i", Endpoint.parse("https://s0.example.org")))
                .isFalse();
        assertThat(cutOffs.isCutOff("i", Endpoint.parse("https://s10009.example.org")))
                .isTrue();
    }

    @Test
    void whoHasChangedIsTold() {
        cutOff("i", A);
        assertThat(cutOffs.takeChanged()).containsExactly("i");
        assertThat(cutOffs.takeChanged()).isEmpty();
        clock.pass(CutOff.FIRST);
        assertThat(cutOffs.takeChanged()).containsExactly("i");
        assertThat(cutOffs.takeChanged()).isEmpty();
    }
}
