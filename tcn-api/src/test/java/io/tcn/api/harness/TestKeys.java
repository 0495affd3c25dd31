// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/// RSA keys of 2048 bits for tests, at once: what takes time is to find primes, and these are found already and
/// known to everybody. Each pair of them makes another key, so that no key comes twice in this JVM.
public final class TestKeys {
    private static final BigInteger EXPONENT = RSAKeyGenParameterSpec.F4;
    private static final List<BigInteger> PRIMES = primes();
    private static final AtomicInteger TAKEN = new AtomicInteger();

    private TestKeys() {}

    /// A key that nobody has had yet.
    ///
    /// @throws IllegalStateException if there are no more: `primes` needs more lines
    public static KeyPair next() {
        int number = TAKEN.getAndIncrement();
        int larger = 1;
        while (number >= larger) { // the pairs (0, 1), (0, 2), (1, 2), (0, 3), ...
            number -= larger;
            larger++;
        }
        if (larger >= PRIMES.size()) {
            throw new IllegalStateException("no more than " + PRIMES.size() + " primes");
        }
        return key(PRIMES.get(larger), PRIMES.get(number));
    }

    private static KeyPair key(BigInteger p, BigInteger q) {
        BigInteger modulus = p.multiply(q);
        BigInteger pLess = p.subtract(BigInteger.ONE);
        BigInteger qLess = q.subtract(BigInteger.ONE);
        BigInteger secret = EXPONENT.modInverse(pLess.multiply(qLess));
        try {
            KeyFactory factory = KeyFactory.getInstance("RSA");
            return new KeyPair(
                    factory.generatePublic(new RSAPublicKeySpec(modulus, EXPONENT)),
                    factory.generatePrivate(new RSAPrivateCrtKeySpec(
                            modulus, EXPONENT, secret, p, q, secret.mod(pLess), secret.mod(qLess), q.modInverse(p))));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static List<BigInteger> primes() {
        try (InputStream text = Objects.requireNonNull(TestKeys.class.getResourceAsStream("primes"))) {
            return new String(text.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> new BigInteger(line, 16))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
