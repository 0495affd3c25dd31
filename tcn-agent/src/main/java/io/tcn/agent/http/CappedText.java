// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// Keeps the first 8 KiB of an answer and lets the rest go by, so that no storage can fill our memory.
final class CappedText implements BodySubscriber<String> {
    private static final int MAX_BYTES = 8 * 1024;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), MAX_BYTES - kept.size())];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(kept.toString(StandardCharsets.UTF_8));
    }
}
