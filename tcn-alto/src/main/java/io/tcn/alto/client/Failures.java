// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.codec.AltoErrorParser;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.model.AltoErrorDocument;
import java.net.URI;
import java.time.Instant;

/// What a status that is no success means for the caller.
final class Failures {
    private Failures() {}

    static AltoException of(AltoResponse response, URI uri, Instant now) {
        Kind kind = kind(response.status());
        AltoErrorDocument error =
                AltoErrorParser.parse(response.fields().first("Content-Type").orElse(null), response.body());
        boolean known = !error.code().equals(AltoErrorDocument.UNKNOWN);
        return new AltoException(
                kind,
                AltoHttp.shown(uri) + " answered " + response.status() + (known ? ": " + error.shown() : ""),
                response.status(),
                known ? error.code() : null,
                RetryAfter.of(response.fields(), now).orElse(null));
    }

    private static Kind kind(int status) {
        return switch (status) {
            case 400 -> Kind.REFUSED;
            case 401, 403 -> Kind.AUTH;
            case 404, 410 -> Kind.GONE;
            case 405, 406, 415 -> Kind.MISMATCH;
            case 413 -> Kind.TOO_MANY_PAIRS;
            case 429, 503 -> Kind.BUSY;
            default -> Kind.STATUS;
        };
    }
}
