// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.core.model.Checksum;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads `Digest: adler32=25065c85` (RFC 3230). Other algorithms are passed over: some storages answer with another one
/// than was asked for.
final class DigestHeader {
    private static final String ADLER32 = "adler32";

    private DigestHeader() {}

    static Optional<Checksum> adler32(List<String> values) {
        for (String value : values) {
            for (String part : value.split(",")) {
                int equals = part.indexOf('=');
                if (equals > 0
                        && part.substring(0, equals)
                                .strip()
                                .toLowerCase(Locale.ROOT)
                                .equals(ADLER32)) {
                    String hex = part.substring(equals + 1).strip();
                    if (hex.matches("[0-9a-fA-F]{1,8}")) {
                        return Optional.of(new Checksum(Checksum.ADLER32, hex));
                    }
                }
            }
        }
        return Optional.empty();
    }
}
