// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a storage answered.
///
/// @param status the HTTP status
/// @param headers the headers
/// @param uri who answered, after redirects
/// @param text beginning of the body of an answer that is not a success, or of any small one
/// @param body the body of a success, null otherwise
record Answer<T>(
        int status,
        HttpHeaders headers,
        URI uri,
        String text,
        @Nullable T body) {
    boolean isSuccess() {
        return status / 100 == 2;
    }

    boolean isRedirect() {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /// @param uri who was asked: the client knows an address only
    static <T> Answer<T> of(HttpResponse<Content<T>> response, URI uri) {
        Content<T> content = response.body();
        return new Answer<>(response.statusCode(), response.headers(), uri, content.text(), content.body());
    }

    /// Reads every body as text.
    static BodyHandler<Content<Void>> textOnly() {
        return info -> BodySubscribers.mapping(new CappedText(), text -> new Content<>(text, null));
    }

    /// Reads the body of a success in the given way and every other body as text.
    static <T> BodyHandler<Content<T>> onSuccess(Supplier<HttpResponse.BodySubscriber<T>> subscriber) {
        return info -> info.statusCode() / 100 == 2
                ? BodySubscribers.mapping(subscriber.get(), body -> new Content<>("", body))
                : BodySubscribers.mapping(new CappedText(), text -> new Content<>(text, null));
    }

    /// Closes the connection of a body that nobody is going to read.
    static void discard(Content<?> content) {
        switch (content.body()) {
            case InputStream in -> {
                try {
                    in.close();
                } catch (IOException ignored) {
                    // It is closed all the same.
                }
            }
            case Flow.Publisher<?> publisher -> publisher.subscribe(new Unwilling());
            case null, default -> {}
        }
    }

    /// Takes nothing.
    private static final class Unwilling implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(Object item) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }

    /// A body as it was read.
    ///
    /// @param text as text
    /// @param body as something else, null if it was read as text
    record Content<T>(String text, @Nullable T body) {}
}
