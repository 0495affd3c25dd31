// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.security.Pki;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/// A key with its chain of certificates: of somebody, or of a proxy of somebody.
///
/// @param chain its own certificate first, without authorities
public record TestIdentity(List<X509Certificate> chain, PrivateKey key) {
    /// Policy of a proxy that may do what its owner may.
    public static final String INHERIT_ALL = "1.3.6.1.5.5.7.21.1";

    /// Policy of a proxy that may move files only.
    public static final String LIMITED = "1.3.6.1.4.1.3536.1.1.1.9";

    /// The name that the contract has for a user.
    public static final String ALICE = "DC=org,DC=example,OU=people,CN=Alice Tester";

    private static final ASN1ObjectIdentifier PROXY_CERT_INFO = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.14");

    /// An extension of a certificate that is not critical.
    public record Extra(String oid, ASN1Encodable value) {}

    /// How a certificate comes out.
    ///
    /// @param policy policy of an RFC 3820 proxy, null for none
    /// @param pathLength how many proxies may follow, null for any number
    /// @param extra one more extension, null for none
    public record Shape(
            Instant from,
            Instant to,
            @Nullable String policy,
            @Nullable Integer pathLength,
            @Nullable Extra extra) {
        /// Without more extensions.
        public Shape(Instant from, Instant to, @Nullable String policy, @Nullable Integer pathLength) {
            this(from, to, policy, pathLength, null);
        }

        /// Valid from an hour ago for some time.
        public static Shape lasting(Duration life) {
            Instant now = Instant.now();
            return new Shape(now.minus(Duration.ofHours(1)), now.plus(life), null, null);
        }

        /// With a policy.
        public Shape withPolicy(String oid) {
            return new Shape(from, to, oid, pathLength, extra);
        }

        /// With one more extension.
        public Shape withExtra(Extra more) {
            return new Shape(from, to, policy, pathLength, more);
        }

        /// With a path length constraint.
        public Shape withPathLength(int length) {
            return new Shape(from, to, policy, length, extra);
        }
    }

    /// Somebody with a certificate of a server's private authority.
    ///
    /// @param data data folder of the server
    public static TestIdentity issued(Path data, String subject, Shape shape) throws IOException {
        X509Certificate ca = Pki.read(data.resolve("pki/ca.pem"));
        KeyPair keys = newKeys();
        X509Certificate certificate = sign(
                X500Name.getInstance(ca.getSubjectX500Principal().getEncoded()),
                privateKey(data.resolve("pki/ca.key")),
                new X500Name(subject),
                keys.getPublic(),
                shape);
        return new TestIdentity(List.of(certificate), keys.getPrivate());
    }

    /// Somebody for two days.
    public static TestIdentity issued(Path data, String subject) throws IOException {
        return issued(data, subject, Shape.lasting(Duration.ofDays(2)));
    }

    /// Somebody who signed the certificate by himself.
    public static TestIdentity selfMade(String subject) {
        KeyPair keys = newKeys();
        X500Name name = new X500Name(subject);
        return new TestIdentity(
                List.of(sign(name, keys.getPrivate(), name, keys.getPublic(), Shape.lasting(Duration.ofDays(1)))),
                keys.getPrivate());
    }

    /// The key and certificate that a PEM pair holds.
    public static TestIdentity read(Path certificate, Path key) throws IOException {
        return new TestIdentity(List.of(Pki.read(certificate)), privateKey(key));
    }

    /// A proxy of this identity with a new key.
    ///
    /// @param cn what its name adds
    public TestIdentity proxy(String cn, Shape shape) {
        KeyPair keys = newKeys();
        List<X509Certificate> longer = new ArrayList<>();
        longer.add(signProxy(keys.getPublic(), cn, shape));
        longer.addAll(chain);
        return new TestIdentity(longer, keys.getPrivate());
    }

    /// A usual RFC 3820 proxy for half a day.
    public TestIdentity proxy(String cn) {
        return proxy(cn, Shape.lasting(Duration.ofHours(12)).withPolicy(INHERIT_ALL));
    }

    /// Signs a proxy for somebody else's key, as a client does when it delegates.
    public X509Certificate signProxy(PublicKey subjectKey, String cn, Shape shape) {
        X500Name issuer =
                X500Name.getInstance(chain.getFirst().getSubjectX500Principal().getEncoded());
        X500NameBuilder subject = new X500NameBuilder();
        for (var rdn : issuer.getRDNs()) {
            subject.addMultiValuedRDN(rdn.getTypesAndValues());
        }
        subject.addRDN(BCStyle.CN, cn);
        return sign(issuer, key, subject.build(), subjectKey, shape);
    }

    /// Signs any certificate with this key.
    public X509Certificate sign(String subject, PublicKey subjectKey, Shape shape) {
        return sign(
                X500Name.getInstance(chain.getFirst().getSubjectX500Principal().getEncoded()),
                key,
                new X500Name(subject),
                subjectKey,
                shape);
    }

    private static X509Certificate sign(
            X500Name issuer, PrivateKey issuerKey, X500Name subject, PublicKey subjectKey, Shape shape) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    new BigInteger(62, new SecureRandom()).add(BigInteger.ONE),
                    Date.from(shape.from()),
                    Date.from(shape.to()),
                    subject,
                    subjectKey);
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
            if (shape.policy() == null) {
                builder.addExtension(
                        Extension.subjectKeyIdentifier,
                        false,
                        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(subjectKey));
            }
            if (shape.extra() != null) {
                builder.addExtension(
                        new ASN1ObjectIdentifier(shape.extra().oid()),
                        false,
                        shape.extra().value());
            }
            if (shape.policy() != null) {
                ASN1EncodableVector info = new ASN1EncodableVector();
                if (shape.pathLength() != null) {
                    info.add(new ASN1Integer(shape.pathLength()));
                }
                info.add(new DERSequence(new ASN1ObjectIdentifier(shape.policy())));
                builder.addExtension(PROXY_CERT_INFO, true, new DERSequence(info));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(issuerKey)));
        } catch (IOException | GeneralSecurityException | OperatorCreationException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /// A new RSA key pair.
    public static KeyPair newKeys() {
        return TestKeys.next();
    }

    /// The RSA key of a PEM file.
    public static PrivateKey privateKey(Path pem) throws IOException {
        try {
            String text = Files.readString(pem).replaceAll("-----[A-Z ]+-----|\\s", "");
            return KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
        } catch (GeneralSecurityException unreadable) {
            throw new IOException(unreadable);
        }
    }

    /// The chain as an array.
    public X509Certificate[] array() {
        return chain.toArray(X509Certificate[]::new);
    }

    /// TLS that shows this chain whatever the server asks for.
    ///
    /// @param ca authority of the server
    public SSLContext tls(Path ca) throws IOException {
        try {
            var store = java.security.KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("ca", Pki.read(ca));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new Stubborn(this)}, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IOException(broken);
        }
    }

    /// Shows the same chain always; the JDK's managers leave out what the server will not like.
    private static final class Stubborn extends X509ExtendedKeyManager {
        private final TestIdentity identity;

        private Stubborn(TestIdentity identity) {
            this.identity = identity;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal @Nullable [] issuers, SSLEngine engine) {
            return "me";
        }

        @Override
        public String chooseClientAlias(String[] types, Principal @Nullable [] issuers, java.net.Socket socket) {
            return "me";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return identity.array();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return identity.key();
        }

        @Override
        public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
            return new String[] {"me"};
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseServerAlias(
                String type, Principal @Nullable [] issuers, java.net.@Nullable Socket socket) {
            return null;
        }
    }
}
