// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.emi.security.authn.x509.impl.KeyAndCertCredential;
import eu.emi.security.authn.x509.proxy.CertificateExtension;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIdentity;
import io.tcn.api.harness.TestIdentity.Extra;
import io.tcn.api.harness.TestIdentity.Shape;
import io.tcn.api.harness.TestPki;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERUTF8String;
import org.italiangrid.voms.asn1.VOMSACGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("it")
class VomsFaceTest {
    private static final List<String> FQANS =
            List.of("/cms/Role=NULL/Capability=NULL", "/cms/Role=production/Capability=NULL");

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static TestIdentity alice;
    private static TestIdentity voms;

    @BeforeAll
    static void start() throws IOException {
        Path data = folder.resolve("data");
        TestPki.into(data);
        alice = TestIdentity.issued(data, TestIdentity.ALICE);
        voms = TestIdentity.issued(data, "DC=org,DC=example,OU=hosts,CN=voms.example.org");
        Path cms = Files.createDirectories(folder.resolve("vomsdir/cms"));
        Files.writeString(
                cms.resolve("voms.example.org.lsc"),
                "/DC=org/DC=example/OU=hosts/CN=voms.example.org\n/DC=tcn/CN=TCN private CA\n");
        server = RunningServer.start(
                folder, Map.of("tcn.security.vomsdir", folder.resolve("vomsdir").toString()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestIdentity proxy(TestIdentity signer, X509Certificate holder, Date from, Date to)
            throws KeyStoreException {
        VOMSACGenerator generator = new VOMSACGenerator(new KeyAndCertCredential(signer.key(), signer.array()));
        CertificateExtension extension =
                generator.generateVOMSExtension(List.of(generator.generateVOMSAttributeCertificate(
                        FQANS,
                        List.of(),
                        List.of(),
                        holder,
                        BigInteger.ONE,
                        from,
                        to,
                        "cms",
                        "voms.example.org",
                        15000)));
        return alice.proxy(
                "1",
                Shape.lasting(Duration.ofHours(12))
                        .withPolicy(TestIdentity.INHERIT_ALL)
                        .withExtra(new Extra(extension.getOid(), new DERSequence(extension.getValue()))));
    }

    private static JsonNode whoami(TestIdentity who) throws IOException {
        try (Client client = Client.of(server.server().port(), folder.resolve("data"), who)) {
            return client.get("/whoami").json();
        }
    }

    private static Date in(int hours) {
        return Date.from(Instant.now().plus(Duration.ofHours(hours)));
    }

    @Test
    @DisplayName("2.2: VOMS attributes give VO, roles, rights and the delegation id")
    void attributes() throws Exception {
        TestIdentity proxy = proxy(voms, alice.chain().getFirst(), in(-1), in(12));

        for (TestIdentity who : List.of(proxy, proxy.proxy("2"))) {
            JsonNode whoami = whoami(who);
            assertThat(whoami.path("vos").toString()).isEqualTo("[\"cms\"]");
            assertThat(whoami.path("roles").toString()).isEqualTo("[\"production\"]");
            assertThat(whoami.path("voms_cred")
                            .valueStream()
                            .map(JsonNode::stringValue)
                            .toList())
                    .isEqualTo(FQANS);
            assertThat(whoami.path("delegation_id").stringValue()).isEqualTo("c826082c9737b3a5");
            assertThat(whoami.at("/level/config").stringValue()).isEqualTo("all");
            assertThat(whoami.at("/vos_id/0").stringValue()).isEqualTo("d5bdc1ae-600f-58dd-a94f-5c16b07974fd");
        }
    }

    @Test
    @DisplayName("2.2: attributes that are expired, somebody else's or signed by anybody are left out")
    void badAttributes() throws Exception {
        TestIdentity bob = TestIdentity.issued(folder.resolve("data"), "DC=org,DC=example,CN=Bob");
        for (TestIdentity who : List.of(
                proxy(voms, alice.chain().getFirst(), in(-12), in(-1)),
                proxy(voms, bob.chain().getFirst(), in(-1), in(12)),
                proxy(bob, alice.chain().getFirst(), in(-1), in(12)),
                proxy(
                        TestIdentity.selfMade("DC=org,DC=example,OU=hosts,CN=voms.example.org"),
                        alice.chain().getFirst(),
                        in(-1),
                        in(12)))) {
            JsonNode whoami = whoami(who);
            assertThat(whoami.path("user_dn").isString()).as(whoami.toString()).isTrue();
            assertThat(whoami.path("voms_cred")).isEmpty();
            assertThat(whoami.path("roles")).isEmpty();
            assertThat(whoami.path("delegation_id").stringValue()).isEqualTo("15c918e83400085d");
            assertThat(whoami.path("level").has("config")).isFalse();
        }
    }

    @Test
    @DisplayName("2.2: what stands where attributes should be, but is none, is left out")
    void garbage() throws Exception {
        for (var value : List.of(
                new DERUTF8String("x"), new DERSequence(), new DERSequence(new DERSequence(new DERUTF8String("x"))))) {
            TestIdentity who = alice.proxy(
                    "1",
                    Shape.lasting(Duration.ofHours(12))
                            .withPolicy(TestIdentity.INHERIT_ALL)
                            .withExtra(new Extra("1.3.6.1.4.1.8005.100.100.5", value)));
            assertThat(whoami(who).path("delegation_id").stringValue()).isEqualTo("15c918e83400085d");
        }
    }
}
