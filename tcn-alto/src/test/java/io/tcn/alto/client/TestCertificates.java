// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// An authority for one test and what it signed, made by the JDK's `keytool`.
final class TestCertificates {
    private static final char[] PASSWORD = "for-tests".toCharArray();

    private final KeyStore all;

    TestCertificates(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("all.p12");
        make(file, "ca", "-ext", "bc:c");
        make(file, "server", "-signer", "ca", "-ext", "san=ip:127.0.0.1");
        make(file, "other", "-signer", "ca", "-ext", "san=dns:other.example");
        make(file, "client", "-signer", "ca");
        all = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            all.load(in, PASSWORD);
        }
    }

    private static void make(Path file, String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-alias",
                alias,
                "-dname",
                "CN=" + alias,
                "-validity",
                "3"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed for " + alias);
        }
    }

    /// @param own the certificate to show, null for none
    /// @param trusting whether what the authority signed is trusted; else nothing is
    SSLContext context(@Nullable String own, boolean trusting) throws GeneralSecurityException, IOException {
        KeyManager[] keys = {};
        if (own != null) {
            KeyStore one = empty();
            one.setKeyEntry(own, all.getKey(own, PASSWORD), PASSWORD, all.getCertificateChain(own));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(one, PASSWORD);
            keys = factory.getKeyManagers();
        }
        KeyStore trust = empty();
        // a trust store must not be empty: without trust it holds a stranger
        trust.setCertificateEntry("trusted", all.getCertificate(trusting ? "ca" : "client"));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trusted.getTrustManagers(), null);
        return context;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        return store;
    }
}
