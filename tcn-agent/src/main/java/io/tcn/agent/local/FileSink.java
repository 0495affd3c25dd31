// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Writes what it is given to a channel, one buffer at a time.
final class FileSink implements Flow.Subscriber<ByteBuffer> {
    private final FileChannel channel;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    FileSink(FileChannel channel) {
        this.channel = channel;
    }

    /// Completes when everything is written, or with what went wrong.
    CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
        Flow.Subscription reader = subscription;
        if (reader == null) {
            return;
        }
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            reader.request(1);
        } catch (IOException e) {
            reader.cancel();
            done.completeExceptionally(e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        done.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        done.complete(null);
    }
}
