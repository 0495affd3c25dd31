// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import java.io.IOException;
import java.io.StringWriter;
import java.security.KeyPair;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/// Requests for a proxy: PKCS#10 (RFC 2986, version 0), self-signed. The subject is a placeholder; the client puts its
/// own name there.
final class CertificateRequests {
    private static final X500Name SUBJECT = new X500Name("O=Dummy");

    private CertificateRequests() {}

    /// A request in PEM.
    static String pem(KeyPair key) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(new JcaPKCS10CertificationRequestBuilder(SUBJECT, key.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(key.getPrivate())));
        } catch (IOException | OperatorCreationException broken) {
            throw new IllegalStateException("a request for a proxy cannot be made", broken);
        }
        return text.toString();
    }
}
