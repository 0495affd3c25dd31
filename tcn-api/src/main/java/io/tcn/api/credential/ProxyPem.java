// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.security.x509.CertificateIdentities;
import io.tcn.api.security.x509.DistinguishedName;
import io.tcn.api.security.x509.TrustedCertificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;

/// Proxies that clients sign for us: reading them and checking them.
final class ProxyPem {
    private static final int MOST_CERTIFICATES = 20;

    private ProxyPem() {}

    /// Reads the certificates of a PEM text.
    ///
    /// @throws IllegalArgumentException if it cannot be read
    static X509Certificate[] read(String pem) {
        try {
            X509Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                    .toArray(X509Certificate[]::new);
            if (chain.length > MOST_CERTIFICATES) {
                throw new IllegalArgumentException("The chain has more than " + MOST_CERTIFICATES + " certificates");
            }
            return chain;
        } catch (CertificateException | ArrayStoreException unreadable) {
            throw new IllegalArgumentException("The body cannot be read as PEM certificates", unreadable);
        }
    }

    /// Certificates in PEM.
    static String write(X509Certificate[] chain) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            for (X509Certificate certificate : chain) {
                writer.writeObject(certificate);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("a text in memory can be written", impossible);
        }
        return text.toString();
    }

    /// Checks that a chain is a proxy for our key, signed by the caller. The clock of a client may be ahead of ours,
    /// so the new proxy need not be valid yet; what is above it must be believed now.
    ///
    /// @param key the public key that the proxy was requested for
    /// @param dn the caller
    /// @throws IllegalArgumentException with the reason, if it is not
    static void check(X509Certificate[] chain, PublicKey key, String dn, Instant now, TrustedCertificates trusted) {
        if (chain.length < 2) {
            throw new IllegalArgumentException("The proxy must come with the certificate that signed it");
        }
        X509Certificate proxy = chain[0];
        X509Certificate signer = chain[1];
        if (!Arrays.equals(proxy.getPublicKey().getEncoded(), key.getEncoded())) {
            throw new IllegalArgumentException("The proxy is not for the key that was requested");
        }
        try {
            proxy.verify(signer.getPublicKey());
        } catch (GeneralSecurityException wrong) {
            throw new IllegalArgumentException("The proxy is not signed by the second certificate", wrong);
        }
        if (proxy.getBasicConstraints() >= 0) {
            throw new IllegalArgumentException("The proxy must not be an authority");
        }
        checkName(proxy, signer);
        if (!proxy.getNotAfter().toInstant().isAfter(now)) {
            throw new IllegalArgumentException("The proxy has expired");
        }
        X509Certificate[] above = Arrays.copyOfRange(chain, 1, chain.length);
        try {
            trusted.check(above);
            String owner = DistinguishedName.toSlashForm(
                    TrustedCertificates.endEntity(above).getSubjectX500Principal());
            if (!owner.equals(dn)) {
                throw new IllegalArgumentException("The proxy is somebody else's: " + owner);
            }
            if (CertificateIdentities.isLimited(chain)) {
                throw new IllegalArgumentException("A limited proxy cannot be delegated");
            }
        } catch (CertificateException refused) {
            throw new IllegalArgumentException("The chain is not accepted: " + refused.getMessage(), refused);
        }
    }

    /// The subject must be that of the signer and one common name.
    private static void checkName(X509Certificate proxy, X509Certificate signer) {
        RDN[] subject = X500Name.getInstance(proxy.getSubjectX500Principal().getEncoded())
                .getRDNs();
        RDN[] issuer = X500Name.getInstance(signer.getSubjectX500Principal().getEncoded())
                .getRDNs();
        boolean extended = subject.length == issuer.length + 1
                && proxy.getIssuerX500Principal().equals(signer.getSubjectX500Principal())
                && Arrays.equals(Arrays.copyOf(subject, issuer.length), issuer);
        AttributeTypeAndValue last = subject.length == 0 || subject[subject.length - 1].isMultiValued()
                ? null
                : subject[subject.length - 1].getFirst();
        if (!extended || last == null || !last.getType().equals(BCStyle.CN)) {
            throw new IllegalArgumentException("The subject of the proxy must be that of its signer and one CN");
        }
    }

    /// When the first certificate of the caller ends.
    static Instant ends(X509Certificate[] chain) {
        return Arrays.stream(chain)
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
