// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;

/// Whoever asks Java for an RSA key of 2048 bits in this JVM, as a server does for each delegation, gets one of
/// [TestKeys]: the search for primes takes most of a second where the second compiler is off. Keys of other sizes are
/// made
/// as ever.
final class KnownKeys extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String MAKER = "SunRsaSign";

    private KnownKeys() {
        super("TcnTestKeys", "1", "RSA keys that are known already");
        putService(new Service(this, "KeyPairGenerator", "RSA", Generator.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return new Generator();
            }
        });
    }

    /// Before all others; a second time changes nothing.
    static void install() {
        Security.insertProviderAt(new KnownKeys(), 1);
    }

    private static final class Generator extends KeyPairGeneratorSpi {
        private int bits = 2048;
        private SecureRandom random = new SecureRandom();

        @Override
        public void initialize(int size, SecureRandom given) {
            bits = size;
            random = given;
        }

        @Override
        public KeyPair generateKeyPair() {
            if (bits == 2048) {
                return TestKeys.next();
            }
            try {
                KeyPairGenerator maker = KeyPairGenerator.getInstance("RSA", MAKER);
                maker.initialize(bits, random);
                return maker.generateKeyPair();
            } catch (GeneralSecurityException missing) {
                throw new InvalidParameterException(MAKER + " makes no RSA key of " + bits + " bits", missing);
            }
        }
    }
}
