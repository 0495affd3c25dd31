// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A private key in PEM form: PKCS#8, RSA as PKCS#1 (which proxies have), or EC as SEC 1. The two older forms lack
/// the name of the algorithm; they are put into PKCS#8 (RFC 5208), which Java reads.
final class PemKey {
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int PARAMETERS = 0xa0;
    private static final int LONG_FORM = 0x80;
    private static final byte[] VERSION_0 = {2, 1, 0};
    /// 1.2.840.113549.1.1.1 with its NULL.
    private static final byte[] RSA = {6, 9, 42, (byte) 134, 72, (byte) 134, (byte) 247, 13, 1, 1, 1, 5, 0};
    /// 1.2.840.10045.2.1, the curve comes behind it.
    private static final byte[] EC = {6, 7, 42, (byte) 134, 72, (byte) 206, 61, 2, 1};

    private PemKey() {}

    /// The first private key of the text.
    static PrivateKey read(String pem) throws GeneralSecurityException {
        if (pem.contains("ENCRYPTED")) {
            throw new GeneralSecurityException(
                    "the key is encrypted: make a proxy of it (voms-proxy-init), or decrypt it (openssl pkey)");
        }
        byte[] plain = block(pem, "PRIVATE KEY");
        if (plain != null) {
            return decode(plain, List.of("RSA", "EC", "EdDSA"));
        }
        byte[] rsa = block(pem, "RSA PRIVATE KEY");
        if (rsa != null) {
            return decode(wrap(RSA, rsa), List.of("RSA"));
        }
        byte[] ec = block(pem, "EC PRIVATE KEY");
        if (ec != null) {
            return decode(wrap(concat(EC, curve(ec)), ec), List.of("EC"));
        }
        throw new GeneralSecurityException("there is no private key in it");
    }

    private static PrivateKey decode(byte[] pkcs8, List<String> algorithms) throws GeneralSecurityException {
        for (String algorithm : algorithms) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException another) {
                // the next one
            }
        }
        throw new GeneralSecurityException("its private key is damaged, or neither RSA nor EC nor EdDSA");
    }

    private static byte @Nullable [] block(String pem, String kind) throws GeneralSecurityException {
        String begin = "-----BEGIN " + kind + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + kind + "-----", Math.max(from, 0));
        if (from < 0 || to < 0) {
            return null;
        }
        try {
            return Base64.getMimeDecoder()
                    .decode(pem.substring(from + begin.length(), to).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException damaged) {
            throw new GeneralSecurityException("its private key is not Base64", damaged);
        }
    }

    private static byte[] wrap(byte[] algorithm, byte[] key) {
        return tagged(SEQUENCE, concat(VERSION_0, concat(tagged(SEQUENCE, algorithm), tagged(OCTETS, key))));
    }

    /// The object id of the curve: within `[0]` of a SEC 1 key (RFC 5915).
    private static byte[] curve(byte[] key) throws GeneralSecurityException {
        for (int i = 0; i + 3 < key.length; i++) {
            int length = key[i + 3];
            if ((key[i] & 0xff) == PARAMETERS
                    && key[i + 2] == OBJECT_ID
                    && key[i + 1] == length + 2
                    && i + 4 + length <= key.length) {
                return Arrays.copyOfRange(key, i + 2, i + 4 + length);
            }
        }
        throw new GeneralSecurityException("its EC key does not name its curve (openssl pkcs8 -topk8 -nodes adds it)");
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 5);
        out.write(tag);
        if (content.length < LONG_FORM) {
            out.write(content.length);
        } else if (content.length <= 0xff) {
            out.write(LONG_FORM | 1);
            out.write(content.length);
        } else {
            out.write(LONG_FORM | 2);
            out.write(content.length >> Byte.SIZE);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
