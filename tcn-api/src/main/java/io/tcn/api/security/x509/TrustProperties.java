// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whose certificates are accepted, beside those of the server's own authority.
///
/// @param trust PEM files of authorities, or folders as `/etc/grid-security/certificates`: certificates in `HASH.0`,
///     lists of revoked ones in `HASH.r0`, namespaces in `HASH.namespaces` and `HASH.signing_policy`
/// @param vomsdir folder with a folder per VO, each with an LSC file per VOMS server; null: VOMS attributes are ignored
@ConfigurationProperties("tcn.security")
public record TrustProperties(
        @DefaultValue List<Path> trust, @Nullable Path vomsdir) {}
