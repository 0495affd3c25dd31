// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/// Ids made from names: version 5 UUIDs (RFC 9562, section 5.5) and FTS's delegation ids.
public final class NameUuid {
    /// The namespace of FTS, a constant of its protocol.
    public static final UUID FTS_BASE = UUID.fromString("01874efb-4735-4595-bc9c-591aef8240c9");

    private NameUuid() {}

    /// The version 5 UUID of a name in a namespace.
    public static UUID version5(UUID namespace, String name) {
        MessageDigest sha1 = sha1();
        sha1.update(ByteBuffer.allocate(16)
                .putLong(namespace.getMostSignificantBits())
                .putLong(namespace.getLeastSignificantBits())
                .flip());
        ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
        long high = (hash.getLong() & ~0xf000L) | 0x5000L;
        long low = (hash.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /// FTS's delegation id: the first 16 hex digits of SHA-1 over the distinguished name and all FQANs.
    public static String delegationId(String dn, Iterable<String> fqans) {
        MessageDigest sha1 = sha1();
        sha1.update(dn.getBytes(StandardCharsets.UTF_8));
        fqans.forEach(fqan -> sha1.update(fqan.getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(sha1.digest()).substring(0, 16);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }
}
