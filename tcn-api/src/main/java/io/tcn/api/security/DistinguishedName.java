// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.util.List;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/// Distinguished names in the slash form that grid software uses: most significant part first, short names of
/// attributes, as OpenSSL prints them on one line: `/DC=org/DC=example/CN=Alice`.
public final class DistinguishedName {
    private static final Map<String, String> SHORT_NAMES = Map.of(
            "1.2.840.113549.1.9.1", "emailAddress",
            "2.5.4.5", "serialNumber",
            "2.5.4.4", "SN",
            "2.5.4.42", "GN");

    private DistinguishedName() {}

    /// The slash form of a certificate's subject or issuer.
    ///
    /// @throws IllegalArgumentException if the name cannot be read
    public static String toSlashForm(X500Principal principal) {
        try {
            StringBuilder text = new StringBuilder();
            // LdapName counts from the most significant part.
            List<Rdn> parts = new LdapName(principal.getName(X500Principal.RFC2253, SHORT_NAMES)).getRdns();
            for (Rdn part : parts) {
                text.append('/').append(part.getType()).append('=').append(part.getValue());
            }
            return text.toString();
        } catch (InvalidNameException unreadable) {
            throw new IllegalArgumentException("the name of the certificate cannot be read", unreadable);
        }
    }
}
