// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever happens to the thread of an attempt, the attempt is answered once.
class OneAnswerTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(10_000);

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    /// What a step of an attempt may throw.
    enum Blow {
        STACK,
        MEMORY,
        DEFECT,
        /// Even telling what it is fails.
        UNSPEAKABLE;

        void strike() {
            switch (this) {
                case STACK -> throw new StackOverflowError();
                case MEMORY -> throw new OutOfMemoryError();
                case DEFECT -> throw new IllegalStateException();
                case UNSPEAKABLE -> throw new Unspeakable();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Blow.class)
    void anErrorWhileLookingIsAnswered(Blow blow) throws InterruptedException {
        with(settings -> settings.tokens((transfer, side) -> {
            blow.strike();
            throw new AssertionError();
        }));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failed.destinationClean()).isTrue();
        plane().close();
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void anErrorWhileWritingIsAnsweredAfterTheDestinationWasCleaned() throws InterruptedException {
        to.onCopy(CopyScript.failing("no bytes have been received", Orders.bytes(10)));
        clock.meanwhile(() -> {
            throw new OutOfMemoryError();
        });
        to.faults().refuse("DELETE", 500, "");

        Failed failed = fail(usual());

        assertThat(failed.destinationClean()).isFalse();
        assertThat(failed.failure().message()).contains("cleaning up failed");
    }

    @Test
    void anAttemptWhoseThreadIsGoneIsAnsweredByTheWatchdog() throws InterruptedException {
        try (AgentDataPlane plane =
                new AgentDataPlane(AgentSettings.builder().build(), clock, (name, work) -> deadThread())) {
            Attempt attempt = usual().build();
            plane.start(attempt, heard);

            plane.checkTimes();
            plane.checkTimes();

            assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(heard.isQuiet()).isTrue();
            plane.cleanUp(usual().maybeOurs().build(), heard);
            plane.checkTimes();
            assertThat(heard.next(Failed.class).destinationClean()).isFalse();
        }
    }

    @Test
    void anAttemptForWhichNoThreadCanBeMadeIsAnswered() throws InterruptedException {
        try (AgentDataPlane plane = new AgentDataPlane(AgentSettings.builder().build(), clock, (name, work) -> {
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            plane.start(usual().build(), heard);

            assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void anAnswerThatCouldNotBeTakenIsToldAgain() throws InterruptedException {
        AtomicInteger refusals = new AtomicInteger(2);
        Attempt attempt = usual().build();
        plane().start(attempt, new Forgetful(refusals));
        heard.next(Prepared.class);

        plane().cancel(attempt.id());
        while (heard.isQuiet()) {
            plane().checkTimes();
        }

        heard.next(Canceled.class);
        assertThat(refusals).hasValue(-1);
        plane().checkTimes();
        assertThat(heard.isQuiet()).isTrue();
    }

    private static Thread deadThread() {
        Thread thread = Thread.ofVirtual().start(() -> {});
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return thread;
    }

    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError();
        }
    }

    /// Has no memory for the first words that end an attempt.
    private final class Forgetful implements AttemptListener {
        private final AtomicInteger refusals;

        Forgetful(AtomicInteger refusals) {
            this.refusals = refusals;
        }

        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {
            heard.prepared(attempt, sizeBytes, connections);
        }

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
            throw new AssertionError();
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            throw new AssertionError();
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            if (refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError();
            }
            heard.canceled(attempt, destinationClean);
        }
    }
}
