// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import io.tcn.api.security.x509.AddedTrust;
import java.io.IOException;
import java.net.URI;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Asks an issuer what it tells of itself (OpenID Connect Discovery 1.0).
final class Discovery {
    static final int CONNECT_MS = 5000;
    static final int READ_MS = 5000;
    private static final int MOST_BYTES = 1 << 20;

    private final TokenProperties.Issuer issuer;
    private final JsonMapper mapper;
    private final ResourceRetriever http;

    /// @throws IllegalArgumentException if a file of the settings cannot be used
    Discovery(TokenProperties.Issuer issuer, JsonMapper mapper) {
        this.issuer = issuer;
        this.mapper = mapper;
        this.http = new DefaultResourceRetriever(CONNECT_MS, READ_MS, MOST_BYTES, true, tls(issuer));
    }

    /// Whom we trust to be the web server of an issuer; null for those that the JVM trusts.
    ///
    /// @throws IllegalArgumentException if the file of the settings holds no certificates
    static @Nullable SSLSocketFactory tls(TokenProperties.Issuer issuer) {
        return AddedTrust.instead("tcn.security.issuers[].trust", issuer.trust());
    }

    /// Fetches from the issuer, with the trust that the settings give it.
    ResourceRetriever http() {
        return http;
    }

    /// The document of the issuer, a JSON object.
    ///
    /// @throws IOException if the issuer does not answer
    /// @throws JacksonException if it answers something else
    /// @throws IllegalArgumentException if the document is that of another issuer
    String fetch() throws IOException {
        URI document = URI.create(issuer.name() + ".well-known/openid-configuration");
        String text = http.retrieveResource(document.toURL()).getContent();
        String named = mapper.readTree(text).path("issuer").asString("");
        if (!TokenProperties.withSlash(named).equals(issuer.name())) {
            throw new IllegalArgumentException("its configuration is that of another issuer");
        }
        return text;
    }

    /// What came over an open connection proves nothing; plain HTTP is for an issuer that is plain HTTP
    /// itself, which is for tests.
    ///
    /// @param what is at the address, for the message
    /// @throws IllegalArgumentException if the address is not one of https
    URI secure(URI address, String what) {
        if (!"https".equalsIgnoreCase(address.getScheme())
                && !("http".equalsIgnoreCase(address.getScheme())
                        && "http".equalsIgnoreCase(issuer.url().getScheme()))) {
            throw new IllegalArgumentException(what + " of " + issuer.url() + " must come over https");
        }
        return address;
    }
}
