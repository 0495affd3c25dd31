// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// Certificates in PEM form, with whatever else stands between them, such as the key of a proxy.
final class PemCertificates {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private PemCertificates() {}

    static List<X509Certificate> of(String pem) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (int from = pem.indexOf(BEGIN); from >= 0; from = pem.indexOf(BEGIN, from + 1)) {
            int to = pem.indexOf(END, from);
            if (to < 0) {
                throw new GeneralSecurityException("a certificate in it has no end");
            }
            byte[] block = pem.substring(from, to + END.length()).getBytes(StandardCharsets.ISO_8859_1);
            certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block)));
        }
        return certificates;
    }
}
