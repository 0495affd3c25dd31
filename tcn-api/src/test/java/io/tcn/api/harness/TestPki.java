// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.security.Pki;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What a first start makes, a private authority with certificates, ahead of it: of keys that are known already.
public final class TestPki {
    static {
        KnownKeys.install();
    }

    private TestPki() {}

    /// Makes it in a data folder that has none yet.
    public static Pki into(Path data) throws IOException {
        Pki pki = new Pki(data, TestKeys::next);
        pki.createIfMissing(List.of(), Instant.now());
        return pki;
    }
}
