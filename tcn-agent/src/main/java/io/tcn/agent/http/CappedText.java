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
import org.jspecify.annotations.Nullable;

/// Keeps the first 8 KiB of an answer and lets a little more go by, so that the connection can be used again; of an
/// answer that is longer than that nobody reads the rest, and its connection is closed. How long it may take is the
/// caller's matter.
final class CappedText implements BodySubscriber<String> {
    private static final int MAX_BYTES = 8 * 1024;
    private static final int MAX_PASSED = 256 * 1024;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private long passed;
    private Flow.@Nullable Subscription upstream;

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            passed += buffer.remaining();
            byte[] bytes = new byte[Math.min(buffer.remaining(), MAX_BYTES - kept.size())];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
        Flow.Subscription reader = upstream;
        if (passed > MAX_PASSED && reader != null) {
            reader.cancel();
            onComplete();
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
