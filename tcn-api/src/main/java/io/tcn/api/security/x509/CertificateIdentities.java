// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/// Reads chains of clients. A connection may outlive its certificate, and a resumed TLS session is not checked again;
/// therefore a chain is checked at its first request here and again every five minutes, and its dates at each request.
@Component
public class CertificateIdentities {
    private static final int REMEMBERED = 1000;
    private static final Duration CHECKED_FOR = Duration.ofMinutes(5);

    private record Checked(CertificateIdentity identity, Instant until) {}

    private final TrustedCertificates trusted;
    private final VomsAttributes voms;
    private final TimeSource time;
    /// The chains used last. Guarded by itself.
    private final Map<List<X509Certificate>, Checked> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<X509Certificate>, Checked> eldest) {
            return size() > REMEMBERED;
        }
    };

    CertificateIdentities(TrustedCertificates trusted, VomsAttributes voms, TimeSource time) {
        this.trusted = trusted;
        this.voms = voms;
        this.time = time;
    }

    /// Who a chain is.
    ///
    /// @throws CertificateException if it is not or no longer believed
    public CertificateIdentity of(X509Certificate[] chain) throws CertificateException {
        Instant now = time.now();
        List<X509Certificate> key = List.of(chain);
        Checked checked;
        synchronized (recent) {
            checked = recent.get(key);
        }
        if (checked == null || now.isAfter(checked.until())) {
            checked = new Checked(read(chain), now.plus(CHECKED_FOR));
            synchronized (recent) {
                recent.put(key, checked);
            }
        }
        if (now.isAfter(checked.identity().ends())
                || now.isBefore(checked.identity().begins())) {
            throw new CertificateException("the certificate is valid from "
                    + checked.identity().begins() + " to " + checked.identity().ends() + " only");
        }
        return checked.identity();
    }

    private CertificateIdentity read(X509Certificate[] chain) throws CertificateException {
        trusted.check(chain);
        X509Certificate endEntity = TrustedCertificates.endEntity(chain);
        Instant begins = Instant.MIN;
        Instant ends = Instant.MAX;
        for (X509Certificate certificate : chain) {
            Instant from = certificate.getNotBefore().toInstant();
            Instant to = certificate.getNotAfter().toInstant();
            begins = from.isAfter(begins) ? from : begins;
            ends = to.isBefore(ends) ? to : ends;
            if (certificate.equals(endEntity)) {
                break;
            }
        }
        return new CertificateIdentity(endEntity, name(endEntity), voms.of(chain), isLimited(chain), begins, ends);
    }

    private static String name(X509Certificate endEntity) throws CertificateException {
        try {
            return DistinguishedName.toSlashForm(endEntity.getSubjectX500Principal());
        } catch (IllegalArgumentException unreadable) {
            throw new CertificateException("its name cannot be read", unreadable);
        }
    }

    /// Whether a proxy of the chain has the policy "limited".
    ///
    /// @throws CertificateException if the proxies cannot be read
    public static boolean isLimited(X509Certificate[] chain) throws CertificateException {
        if (!ProxyUtils.isProxy(chain)) {
            return false;
        }
        try {
            return new ProxyChainInfo(withoutAuthorities(chain)).isLimited();
        } catch (IOException unreadable) {
            throw new CertificateException("the proxies cannot be read", unreadable);
        }
    }

    private static X509Certificate[] withoutAuthorities(X509Certificate[] chain) throws CertificateException {
        X509Certificate endEntity = TrustedCertificates.endEntity(chain);
        int length = Arrays.asList(chain).indexOf(endEntity) + 1;
        return Arrays.copyOf(chain, length);
    }
}
