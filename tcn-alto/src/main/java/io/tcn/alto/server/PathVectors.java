// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.io.ByteArrayOutputStream;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Answers requests for path vectors, and makes what update streams follow.
final class PathVectors {
    private static final int SECRET_BYTES = 32;

    private final AltoServerSettings settings;
    private final PathVectorMessage message;
    private final Faults faults;

    /// Drawn at start, so that nobody can work out the names of elements.
    private final byte[] secret = new byte[SECRET_BYTES];

    PathVectors(AltoServerSettings settings, Faults faults, RandomGenerator random) {
        this.settings = settings;
        this.faults = faults;
        this.message = new PathVectorMessage(settings.domain(), !settings.openAltoCompatible(), random);
        random.nextBytes(secret);
    }

    PathVectorMessage message() {
        return message;
    }

    PathVectorQuery parse(PathVectorForm form, RequestBody body, @Nullable String caller) throws RequestException {
        return PathVectorQuery.parse(form, body, caller, settings.openAltoCompatible());
    }

    AneNaming naming(PathVectorQuery query, byte[] salt) {
        if (settings.names() == NameMode.PLAIN && salt.length == 0) {
            return AneNaming.plain();
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(query.canonical());
        request.writeBytes(salt);
        return AneNaming.ephemeral(secret, request.toByteArray());
    }

    Answer answer(PathVectorForm form, ServedResource.Call call, @Nullable RequestBody body) throws RequestException {
        if (body == null) {
            throw RequestException.syntax("a body is needed");
        }
        String id = form.resourceId();
        PathVectorQuery query = parse(form, body, call.caller());
        PathVector vector =
                new PathVector(query, call.edition(), naming(query, faults.salt(id)), faults.pairs(id), null);
        return message.write(vector, tag -> faults.tag(id, tag), faults.properties(id));
    }
}
