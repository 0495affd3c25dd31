// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import java.util.List;
import org.springframework.stereotype.Component;

/// The issuers of the settings, for those who show them.
@Component
class ConfiguredIssuers implements TokenProviders {
    private final List<Provider> providers;

    ConfiguredIssuers(TokenProperties properties) {
        this.providers = properties.issuers().stream()
                .map(issuer -> new Provider(
                        String.valueOf(issuer.url().getHost()), issuer.name(), issuer.scope(), issuer.vo()))
                .toList();
    }

    @Override
    public List<Provider> all() {
        return providers;
    }
}
