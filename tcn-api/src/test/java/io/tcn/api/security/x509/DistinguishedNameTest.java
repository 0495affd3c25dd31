// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.security.NameUuid;
import java.io.IOException;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DistinguishedNameTest {
    private static String slash(X500NameBuilder name) throws IOException {
        return DistinguishedName.toSlashForm(new X500Principal(name.build().getEncoded()));
    }

    private static X500NameBuilder org() {
        return new X500NameBuilder().addRDN(BCStyle.DC, "org").addRDN(BCStyle.DC, "example");
    }

    @Test
    @DisplayName("2.2: most significant part first, short names")
    void slashForm() throws IOException {
        assertThat(slash(org().addRDN(BCStyle.OU, "people").addRDN(BCStyle.CN, "Alice Tester")))
                .isEqualTo("/DC=org/DC=example/OU=people/CN=Alice Tester");
        assertThat(slash(org().addRDN(BCStyle.EmailAddress, "alice@example.org").addRDN(BCStyle.UID, "alice")))
                .isEqualTo("/DC=org/DC=example/emailAddress=alice@example.org/UID=alice");
        assertThat(slash(new X500NameBuilder().addRDN(BCStyle.CN, "host/fts.example.org")))
                .isEqualTo("/CN=host/fts.example.org");
        assertThat(slash(new X500NameBuilder().addRDN(BCStyle.CN, "Zoë, \"Łukasz\"; =+")))
                .isEqualTo("/CN=Zoë, \"Łukasz\"; =+");
    }

    @Test
    @DisplayName("2.2: several values at one level are all part of the name")
    void multiValued() throws IOException {
        String name = slash(org().addMultiValuedRDN(
                        new ASN1ObjectIdentifier[] {BCStyle.CN, BCStyle.UID}, new String[] {"Alice Tester", "other"}));
        assertThat(name).startsWith("/DC=org/DC=example/").contains("CN=Alice Tester", "+", "UID=other");
    }

    @Test
    void whatCouldBreakALineOrHideInItIsEscaped() throws IOException {
        assertThat(slash(org().addRDN(BCStyle.CN, "a\nb\r\u2028\u202e\u0000c")))
                .isEqualTo("/DC=org/DC=example/CN=a\\x0Ab\\x0D\\xE2\\x80\\xA8\\xE2\\x80\\xAE\\x00c");
    }

    /// Else a certificate of an authority that signs any value could speak in the name of everybody.
    @Test
    void aValueNeverPassesForFurtherPartsOfTheName() throws IOException {
        assertThat(slash(org().addRDN(BCStyle.OU, "people/CN=Demo User")))
                .isEqualTo("/DC=org/DC=example/OU=people\\x2FCN=Demo User");
        assertThat(slash(org().addRDN(BCStyle.CN, "a+UID=b"))).isEqualTo("/DC=org/DC=example/CN=a\\x2BUID=b");
        assertThat(slash(org().addRDN(BCStyle.CN, "a/1.2.3=b"))).isEqualTo("/DC=org/DC=example/CN=a\\x2F1.2.3=b");
        assertThat(slash(org().addRDN(BCStyle.CN, "a\\x2FCN=b"))).isEqualTo("/DC=org/DC=example/CN=a\\x5Cx2FCN=b");
        assertThat(slash(org().addRDN(BCStyle.CN, "Robot/a portal of 50% =")))
                .isEqualTo("/DC=org/DC=example/CN=Robot/a portal of 50% =");
    }

    @Test
    void anUnknownTypeIsItsNumber() throws IOException {
        assertThat(slash(new X500NameBuilder().addRDN(new ASN1ObjectIdentifier("1.2.3.4"), "x")))
                .isEqualTo("/1.2.3.4=x");
    }

    @Test
    @DisplayName("2.4: vectors of the delegation id")
    void delegationIds() {
        String alice = "/DC=org/DC=example/OU=people/CN=Alice Tester";
        assertThat(NameUuid.delegationId(alice, java.util.List.of())).isEqualTo("15c918e83400085d");
        assertThat(NameUuid.delegationId(
                        alice,
                        java.util.List.of("/cms/Role=NULL/Capability=NULL", "/cms/Role=production/Capability=NULL")))
                .isEqualTo("c826082c9737b3a5");
        assertThat(NameUuid.delegationId("https://iam.example.org/", java.util.List.of("alice-sub")))
                .isEqualTo("b9793d592ad52556");
        assertThat(NameUuid.delegationId("https://iam.example.org", java.util.List.of("alice-sub")))
                .isEqualTo("8e2b4642b3e26131");
    }
}
