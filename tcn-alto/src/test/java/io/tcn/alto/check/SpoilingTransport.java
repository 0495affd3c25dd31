// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Makes a good server a bad one: replaces text in its answers and streams, by path.
final class SpoilingTransport implements AltoTransport {
    private record Spoil(String path, String pattern, String replacement) {}

    private final AltoTransport good;
    private final List<Spoil> bodies = new ArrayList<>();
    private final List<Spoil> types = new ArrayList<>();
    private final List<Spoil> questions = new ArrayList<>();
    private final List<Spoil> statuses = new ArrayList<>();

    SpoilingTransport(AltoTransport good) {
        this.good = good;
    }

    /// Replaces all matches in answers and streams from paths that end so.
    SpoilingTransport body(String path, String pattern, String replacement) {
        bodies.add(new Spoil(path, pattern, replacement));
        return this;
    }

    /// Replaces in the Content-Type.
    SpoilingTransport type(String path, String pattern, String replacement) {
        types.add(new Spoil(path, pattern, replacement));
        return this;
    }

    /// Replaces in what the server is asked, as if it did not understand.
    SpoilingTransport question(String path, String pattern, String replacement) {
        questions.add(new Spoil(path, pattern, replacement));
        return this;
    }

    /// Answers with another status.
    SpoilingTransport status(String path, int instead) {
        statuses.add(new Spoil(path, "", String.valueOf(instead)));
        return this;
    }

    private static String spoiled(List<Spoil> spoils, String path, String text) {
        String result = text;
        for (Spoil spoil : spoils) {
            if (path.contains(spoil.path())) {
                result = result.replaceAll(spoil.pattern(), spoil.replacement());
            }
        }
        return result;
    }

    private static byte[] spoiled(List<Spoil> spoils, String path, byte[] text) {
        return spoiled(spoils, path, new String(text, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    private AltoRequest asked(AltoRequest request) {
        byte[] body = request.body();
        byte[] understood =
                body == null ? null : spoiled(questions, request.uri().getPath(), body);
        return new AltoRequest(request.method(), request.uri(), request.fields(), understood, "192.0.2.1");
    }

    private AltoResponse answered(AltoRequest request, AltoResponse response) {
        String path = request.uri().getPath();
        int status = response.status();
        for (Spoil spoil : statuses) {
            status = path.contains(spoil.path()) ? Integer.parseInt(spoil.replacement()) : status;
        }
        String type =
                spoiled(types, path, response.fields().first("Content-Type").orElse(""));
        return new AltoResponse(
                status, response.fields().with("Content-Type", type), spoiled(bodies, path, response.body()));
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
        return answered(request, good.exchange(asked(request)));
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
        StreamReceiver spoiling = new StreamReceiver() {
            @Override
            public void bytes(byte[] next) {
                receiver.bytes(spoiled(bodies, request.uri().getPath(), next));
            }

            @Override
            public void ended(String why) {
                receiver.ended(why);
            }
        };
        Opened opened = good.open(asked(request), spoiling);
        return opened instanceof Opened.Refused(AltoResponse response)
                ? new Opened.Refused(answered(request, response))
                : opened;
    }
}
