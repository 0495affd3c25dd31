// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.TestIdentity;
import io.tcn.api.harness.TestIdentity.Shape;
import io.tcn.api.harness.TestPki;
import io.tcn.api.runtime.SystemTime;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;

class TrustedCertificatesTest {
    @TempDir
    static Path data;

    private static TestIdentity alice;
    private static TrustedCertificates trusted;

    @BeforeAll
    static void makeAuthority() throws IOException {
        TestPki.into(data);
        alice = TestIdentity.issued(data, TestIdentity.ALICE);
        trusted = trust();
    }

    private static TrustedCertificates trust(Path... more) {
        return new TrustedCertificates(
                new TrustProperties(List.of(more), null),
                new SystemTime(),
                List.of(new FileSystemResource(data.resolve("pki/ca.pem"))));
    }

    private static Shape rfc() {
        return Shape.lasting(Duration.ofHours(12)).withPolicy(TestIdentity.INHERIT_ALL);
    }

    private static void accepted(TestIdentity who) {
        assertThatCode(() -> trusted.check(who.array())).doesNotThrowAnyException();
    }

    private static void refused(TestIdentity who, String reason) {
        assertThatThrownBy(() -> trusted.check(who.array()))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    @DisplayName("2.2: end-entity certificates and proxies of one and two levels are believed")
    void plainAndProxies() throws CertificateException {
        TestIdentity proxy = alice.proxy("123456789");
        TestIdentity second = proxy.proxy("42");

        accepted(alice);
        accepted(proxy);
        accepted(second);
        assertThat(TrustedCertificates.endEntity(second.array()))
                .isEqualTo(alice.chain().getFirst());
    }

    @Test
    @DisplayName("2.2: a proxy is believed with the certificate of the authority in the chain as well")
    void withAuthorityInTheChain() throws IOException {
        List<X509Certificate> chain = new java.util.ArrayList<>(alice.proxy("1").chain());
        chain.add(Pki.read(data.resolve("pki/ca.pem")));

        accepted(new TestIdentity(chain, alice.key()));
    }

    @Test
    @DisplayName("2.2: a legacy proxy, CN=proxy without extension, is believed")
    void legacy() {
        accepted(alice.proxy("proxy", Shape.lasting(Duration.ofHours(12))));
    }

    @Test
    @DisplayName("2.2: RSA keys below 2048 bits are refused, those of proxies below 1024")
    void shortKeys() throws Exception {
        TestIdentity authority = TestIdentity.read(data.resolve("pki/ca.pem"), data.resolve("pki/ca.key"));
        KeyPair weak = rsa(1024);
        X509Certificate ofWeak =
                authority.sign(TestIdentity.ALICE, weak.getPublic(), Shape.lasting(Duration.ofDays(1)));
        refused(new TestIdentity(List.of(ofWeak), weak.getPrivate()), "less than 2048 bits");

        X509Certificate owner = alice.chain().getFirst();
        accepted(new TestIdentity(List.of(alice.signProxy(weak.getPublic(), "1", rfc()), owner), weak.getPrivate()));
        KeyPair broken = rsa(768);
        refused(
                new TestIdentity(List.of(alice.signProxy(broken.getPublic(), "1", rfc()), owner), broken.getPrivate()),
                "less than 1024 bits");
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    @Test
    @DisplayName("2.2: a limited proxy is believed and known as limited")
    void limited() throws CertificateException {
        TestIdentity limited = alice.proxy("7", rfc().withPolicy(TestIdentity.LIMITED));

        accepted(limited);
        assertThat(CertificateIdentities.isLimited(limited.array())).isTrue();
        assertThat(CertificateIdentities.isLimited(limited.proxy("8").array())).isTrue();
        assertThat(CertificateIdentities.isLimited(alice.proxy("7").array())).isFalse();
        assertThat(CertificateIdentities.isLimited(alice.array())).isFalse();
    }

    @Test
    @DisplayName("2.2: a proxy below a path length of 0 is refused, one below 1 is believed")
    void pathLength() {
        refused(alice.proxy("1", rfc().withPathLength(0)).proxy("2"), "length limit");
        accepted(alice.proxy("1", rfc().withPathLength(1)).proxy("2"));
        refused(alice.proxy("1", rfc().withPathLength(1)).proxy("2").proxy("3"), "length limit");
    }

    @Test
    @DisplayName("2.2: the subject of a proxy must be its issuer's and one CN")
    void proxyOfAnotherName() {
        TestIdentity proxy = alice.proxy("1");
        X509Certificate other = alice.sign(
                "DC=org,DC=example,OU=people,CN=Somebody Else,CN=1",
                proxy.chain().getFirst().getPublicKey(),
                rfc());
        refused(new TestIdentity(List.of(other, alice.chain().getFirst()), proxy.key()), "subject");
    }

    @Test
    @DisplayName("2.2: a user is no authority: what he signs without being a proxy is refused")
    void certificateByAUser() {
        X509Certificate made = alice.sign(
                "DC=org,DC=example,CN=Made by Alice",
                TestIdentity.newKeys().getPublic(),
                Shape.lasting(Duration.ofHours(1)));
        refused(new TestIdentity(List.of(made, alice.chain().getFirst()), alice.key()), "");
    }

    @Test
    @DisplayName("2.2: a proxy signed with another key than its issuer's is refused")
    void wrongSignature() throws IOException {
        TestIdentity mallory = TestIdentity.selfMade(TestIdentity.ALICE);
        X509Certificate forged = mallory.signProxy(mallory.chain().getFirst().getPublicKey(), "1", rfc());
        refused(new TestIdentity(List.of(forged, alice.chain().getFirst()), mallory.key()), "");
    }

    @Test
    @DisplayName("2.2: proxies without the certificate of their owner are refused")
    void proxyAlone() {
        TestIdentity proxy = alice.proxy("1");
        refused(new TestIdentity(List.of(proxy.chain().getFirst()), proxy.key()), "");
    }

    @Test
    @DisplayName("2.2: expired and not yet valid certificates and proxies are refused")
    void dates() throws IOException {
        Instant now = Instant.now();
        Shape past = new Shape(now.minusSeconds(7200), now.minusSeconds(60), TestIdentity.INHERIT_ALL, null);
        Shape future = new Shape(now.plusSeconds(600), now.plusSeconds(7200), TestIdentity.INHERIT_ALL, null);
        refused(alice.proxy("1", past), "");
        refused(alice.proxy("1", future), "");
        refused(alice.proxy("1", past).proxy("2"), "");
        refused(TestIdentity.issued(data, TestIdentity.ALICE, new Shape(past.from(), past.to(), null, null)), "");
        refused(TestIdentity.issued(data, TestIdentity.ALICE, new Shape(future.from(), future.to(), null, null)), "");
    }

    @Test
    @DisplayName("2.2: self-made certificates and those of the authority itself are refused")
    void selfMade() throws IOException {
        refused(TestIdentity.selfMade(TestIdentity.ALICE), "");
        refused(TestIdentity.selfMade(TestIdentity.ALICE).proxy("1"), "");
        refused(TestIdentity.read(data.resolve("pki/ca.pem"), data.resolve("pki/ca.key")), "authority");
    }

    @Test
    @DisplayName("2.2: a revoked certificate is refused, and so is its proxy")
    void revoked(@TempDir Path folder) throws Exception {
        TestIdentity gone = TestIdentity.issued(data, "DC=org,DC=example,CN=Gone");
        Path ca = folder.resolve("other.pem");
        Files.copy(data.resolve("pki/ca.pem"), ca);
        writeList(folder.resolve("other.crl"), gone.chain().getFirst().getSerialNumber());
        TrustedCertificates with =
                new TrustedCertificates(new TrustProperties(List.of(ca), null), new SystemTime(), List.of());

        assertThatThrownBy(() -> with.check(gone.array())).hasMessageContaining("revoked");
        assertThatThrownBy(() -> with.check(gone.proxy("1").array())).hasMessageContaining("revoked");
        assertThatCode(() -> with.check(alice.proxy("1").array())).doesNotThrowAnyException();
        with.destroy();
    }

    @Test
    @DisplayName("2.2: a folder as of grids, HASH.0 and HASH.r0, is a source of trust")
    void hashedFolder(@TempDir Path folder) throws Exception {
        X509Certificate ca = Pki.read(data.resolve("pki/ca.pem"));
        String hash = eu.emi.security.authn.x509.helpers.trust.OpensslTruststoreHelper.getOpenSSLCAHash(
                ca.getSubjectX500Principal(), true);
        Files.copy(data.resolve("pki/ca.pem"), folder.resolve(hash + ".0"));
        TestIdentity gone = TestIdentity.issued(data, "DC=org,DC=example,CN=Gone Too");
        writeList(folder.resolve(hash + ".r0"), gone.chain().getFirst().getSerialNumber());
        TrustedCertificates with =
                new TrustedCertificates(new TrustProperties(List.of(folder), null), new SystemTime(), List.of());

        assertThatCode(() -> with.check(alice.array())).doesNotThrowAnyException();
        assertThatCode(() -> with.check(alice.proxy("1").proxy("2").array())).doesNotThrowAnyException();
        assertThatThrownBy(() -> with.check(gone.array())).hasMessageContaining("revoked");
        assertThatThrownBy(() ->
                        with.check(TestIdentity.selfMade(TestIdentity.ALICE).array()))
                .isInstanceOf(CertificateException.class);
        with.destroy();
    }

    @Test
    void aFileWithoutCertificatesStopsTheStart(@TempDir Path folder) throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
        assertThatThrownBy(() -> trust(empty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tcn.security.trust")
                .hasMessageContaining("empty.pem");
        assertThatThrownBy(() -> trust(folder.resolve("missing.pem")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.pem");
    }

    private static void writeList(Path file, BigInteger revoked) throws Exception {
        X509Certificate ca = Pki.read(data.resolve("pki/ca.pem"));
        Instant now = Instant.now();
        X509v2CRLBuilder list = new X509v2CRLBuilder(
                X500Name.getInstance(ca.getSubjectX500Principal().getEncoded()), Date.from(now.minusSeconds(60)));
        list.setNextUpdate(Date.from(now.plusSeconds(86_400)));
        list.addCRLEntry(revoked, Date.from(now.minusSeconds(120)), CRLReason.keyCompromise);
        try (JcaPEMWriter writer = new JcaPEMWriter(Files.newBufferedWriter(file))) {
            writer.writeObject(list.build(new JcaContentSignerBuilder("SHA256withRSA")
                    .build(TestIdentity.privateKey(data.resolve("pki/ca.key")))));
        }
    }
}
