// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.bench.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for 127.0.0.1 that lives as long as the benchmark, made by the JDK's keytool.
final class LoopbackTls {
    private static final String STORE = "loopback.p12";
    private static final String PEM = "loopback.pem";
    private static final String ALIAS = "loopback";
    /// No secret: the key is thrown away with its folder and nobody trusts it but this benchmark.
    private static final String PASSWORD = "loopback";

    private final Path folder;

    private LoopbackTls(Path folder) {
        this.folder = folder;
    }

    /// The certificate that was made in a folder.
    static LoopbackTls in(Path folder) {
        return new LoopbackTls(folder);
    }

    /// Makes a certificate.
    static LoopbackTls make(Path folder) throws BenchException, InterruptedException {
        LoopbackTls tls = new LoopbackTls(folder);
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            ALIAS,
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=loopback",
                            "-ext",
                            "SAN=ip:127.0.0.1",
                            "-validity",
                            "2",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            folder.resolve(STORE).toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new BenchException("keytool made no certificate: " + said.strip());
            }
            byte[] certificate = tls.certificate().getEncoded();
            Files.writeString(
                    tls.pem(),
                    "-----BEGIN CERTIFICATE-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
                            + "\n-----END CERTIFICATE-----\n");
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw new BenchException("no certificate could be made (" + e + "); try without --https", e);
        }
    }

    Path folder() {
        return folder;
    }

    /// The certificate for curl.
    Path pem() {
        return folder.resolve(PEM);
    }

    /// Has the certificate and its key, and trusts it and nothing else.
    SSLContext context() throws IOException {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store(), PASSWORD.toCharArray());
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, certificate());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the benchmark cannot be used", e);
        }
    }

    private Certificate certificate() throws IOException, GeneralSecurityException {
        return store().getCertificate(ALIAS);
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve(STORE))) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
