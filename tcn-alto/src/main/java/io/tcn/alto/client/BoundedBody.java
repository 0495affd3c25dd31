// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Collects a body up to a limit. Beyond it the body either fails or is cut; in both cases the rest is not read.
/// The HTTP client calls it from one thread at a time.
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int limitBytes;
    private final boolean cut;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    /// @param cut whether a longer body is cut instead of refused
    BoundedBody(int limitBytes, boolean cut) {
        this.limitBytes = limitBytes;
        this.cut = cut;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> next) {
        for (ByteBuffer buffer : next) {
            int take = Math.min(buffer.remaining(), limitBytes - bytes.size());
            boolean more = buffer.remaining() > take;
            byte[] copy = new byte[take];
            buffer.get(copy);
            bytes.writeBytes(copy);
            if (more) {
                stop();
                return;
            }
        }
    }

    private void stop() {
        if (whole.isDone()) {
            return;
        }
        if (cut) {
            whole.complete(bytes.toByteArray());
        } else {
            whole.completeExceptionally(new AnswerTooLargeException(limitBytes));
        }
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
