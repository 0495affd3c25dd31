// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.security.Pki;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// More people with certificates of a server's private authority.
public final class TestCertificates {
    private TestCertificates() {}

    /// Files of somebody's certificate and key.
    public record Issued(Path certificate, Path key) {}

    /// Issues a certificate.
    ///
    /// @param data data folder of the server
    /// @param folder where the files go
    /// @param subject name in RFC 4514's order reversed, such as `DC=org,DC=example,CN=Alice`
    public static Issued issue(Path data, Path folder, String subject) throws IOException {
        try {
            Path pki = data.resolve("pki");
            X509Certificate ca = Pki.read(pki.resolve("ca.pem"));
            KeyPair keys = TestKeys.next();
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(
                    X500Name.getInstance(ca.getSubjectX500Principal().getEncoded()),
                    BigInteger.valueOf(subject.hashCode() & 0x7fffffffL),
                    Date.from(now.minus(Duration.ofHours(1))),
                    Date.from(now.plus(Duration.ofDays(2))),
                    new X500Name(subject),
                    keys.getPublic());
            byte[] certificate = builder.build(
                            new JcaContentSignerBuilder("SHA256withRSA").build(key(pki.resolve("ca.key"))))
                    .getEncoded();
            Path certificateFile = folder.resolve(subject.hashCode() + ".pem");
            Path keyFile = folder.resolve(subject.hashCode() + ".key");
            Files.writeString(certificateFile, pem("CERTIFICATE", certificate));
            Files.writeString(keyFile, pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
            return new Issued(certificateFile, keyFile);
        } catch (GeneralSecurityException | OperatorCreationException broken) {
            throw new IOException(broken);
        }
    }

    private static PrivateKey key(Path pem) throws IOException, GeneralSecurityException {
        String text = Files.readString(pem).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + new String(Base64.getMimeEncoder(64, new byte[] {'\n'}).encode(content), StandardCharsets.US_ASCII)
                + "\n-----END " + kind + "-----\n";
    }
}
