// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Remembers what it hears, for a test that waits for it.
public final class RecordingListener implements AttemptListener {
    private static final long PATIENCE_SECONDS = 20;

    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final List<Integer> used = new CopyOnWriteArrayList<>();

    /// What was heard.
    public sealed interface Answer {
        AttemptId attempt();
    }

    /// Heard by [AttemptListener#prepared].
    public record Prepared(AttemptId attempt, long sizeBytes, int connections) implements Answer {}

    /// Heard by [AttemptListener#finished].
    public record Finished(
            AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) implements Answer {}

    /// Heard by [AttemptListener#failed].
    public record Failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) implements Answer {}

    /// Heard by [AttemptListener#canceled].
    public record Canceled(AttemptId attempt, boolean destinationClean) implements Answer {}

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        answers.add(new Prepared(attempt, sizeBytes, connections));
    }

    @Override
    public void uses(AttemptId attempt, int connections) {
        used.add(connections);
    }

    /// What was heard by [AttemptListener#uses].
    public List<Integer> used() {
        return List.copyOf(used);
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        answers.add(new Finished(attempt, sizeBytes, checksum));
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        answers.add(new Failed(attempt, failure, destinationClean));
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        answers.add(new Canceled(attempt, destinationClean));
    }

    /// The next answer, waited for.
    public Answer next() throws InterruptedException {
        Answer answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer came");
        }
        return answer;
    }

    /// The next answer, which must be of a kind.
    public <T extends Answer> T next(Class<T> kind) throws InterruptedException {
        Answer answer = next();
        if (!kind.isInstance(answer)) {
            throw new AssertionError("expected " + kind.getSimpleName() + ", heard " + answer);
        }
        return kind.cast(answer);
    }

    /// Whether nothing was heard that was not taken.
    public boolean isQuiet() {
        return answers.isEmpty();
    }
}
