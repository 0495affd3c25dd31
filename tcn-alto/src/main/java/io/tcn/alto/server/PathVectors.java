// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Answers requests for path vectors, and makes what update streams follow.
final class PathVectors {
    private static final int SECRET_BYTES = 32;

    private final AltoServerSettings settings;
    private final PathVectorMessage message;

    /// Drawn at start, so that nobody can work out the names of elements.
    private final byte[] secret = new byte[SECRET_BYTES];

    PathVectors(AltoServerSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.message = new PathVectorMessage(settings.domain(), !settings.openAltoCompatible(), random);
        random.nextBytes(secret);
    }

    PathVectorMessage message() {
        return message;
    }

    PathVectorQuery parse(PathVectorForm form, RequestBody body, @Nullable String caller) throws RequestException {
        return PathVectorQuery.parse(form, body, caller, settings.openAltoCompatible());
    }

    AneNaming naming(PathVectorQuery query) {
        return settings.names() == NameMode.PLAIN ? AneNaming.plain() : AneNaming.ephemeral(secret, query.canonical());
    }

    AnswerContent answer(PathVectorForm form, ServedResource.Call call, @Nullable RequestBody body)
            throws RequestException {
        if (body == null) {
            throw RequestException.syntax("a body is needed");
        }
        PathVectorQuery query = parse(form, body, call.caller());
        return message.write(new PathVector(query, call.edition(), naming(query), null));
    }
}
