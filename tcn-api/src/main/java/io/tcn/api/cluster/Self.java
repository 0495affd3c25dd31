// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.runtime.HostName;
import io.tcn.api.runtime.Version;
import io.tcn.api.store.ServerLease.Member;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/// This server, as the others see it.
@Component
final class Self {
    private final ClusterProperties properties;
    private volatile Member member;

    Self(
            ClusterProperties properties,
            HostName host,
            @Value("${server.ssl.certificate:}") @Nullable Resource certificate) {
        this.properties = properties;
        URI address = properties.address();
        this.member = new Member(
                UUID.randomUUID().toString(),
                address == null ? host.value() : address.getRawAuthority(),
                host.value(),
                null,
                properties.enabled() ? fingerprint(certificate) : null,
                Version.TEXT);
    }

    private static @Nullable String fingerprint(@Nullable Resource certificate) {
        if (certificate == null || !certificate.isFile()) {
            return null;
        }
        try (InputStream in = certificate.getInputStream()) {
            return PinnedTls.fingerprint(CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getEncoded());
        } catch (IOException | GeneralSecurityException unreadable) {
            throw new IllegalArgumentException(
                    "server.ssl.certificate: " + certificate + " cannot be read: " + unreadable, unreadable);
        }
    }

    Member member() {
        return member;
    }

    /// It listens, and can be reached from now on.
    void listensOn(int port) {
        String address = properties.listening(port);
        Member before = member;
        member = new Member(
                before.id(),
                URI.create(address).getRawAuthority(),
                before.host(),
                address,
                before.fingerprint(),
                before.version());
    }
}
