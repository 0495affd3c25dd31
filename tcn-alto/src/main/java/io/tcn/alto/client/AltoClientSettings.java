// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.net.URI;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// One server and how to talk to it.
///
/// @param name our name for it, used in ids of resources and in messages
/// @param ird address of its root directory
/// @param auth how we prove who we are
/// @param trusted more addresses whose origin gets our credentials; that of the root directory always does
/// @param redirectTargets addresses to whose origins redirects of other servers may lead, without our credentials
/// @param dialect how pairs of endpoints are asked for
/// @param lenient whether more is taken than the RFCs allow: plain JSON types, names that are numbers
/// @param ssl trust and keys for `https`; null for those of the platform
/// @param limits what is taken from it at most
public record AltoClientSettings(
        String name,
        URI ird,
        AltoAuth auth,
        Set<URI> trusted,
        Set<URI> redirectTargets,
        Dialect dialect,
        boolean lenient,
        @Nullable SSLContext ssl,
        AltoLimits limits) {
    public AltoClientSettings {
        if (name.isBlank()) {
            throw new IllegalArgumentException("an ALTO server needs a name");
        }
        if (!Origin.isWeb(ird) || ird.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the directory of " + name + " needs an http or https address without credentials in it");
        }
        trusted = Set.copyOf(trusted);
        redirectTargets = Set.copyOf(redirectTargets);
        for (URI target : redirectTargets) {
            if (!Origin.isWeb(target)) {
                throw new IllegalArgumentException("redirects lead to http and https addresses, given was " + target);
            }
        }
    }

    /// A server without authentication, by the usual rules.
    public static AltoClientSettings of(String name, URI ird) {
        return new AltoClientSettings(
                name, ird, new AltoAuth.None(), Set.of(), Set.of(), Dialect.RFC, false, null, AltoLimits.DEFAULT);
    }

    /// The same with another way to authenticate.
    public AltoClientSettings with(AltoAuth other) {
        return new AltoClientSettings(name, ird, other, trusted, redirectTargets, dialect, lenient, ssl, limits);
    }
}
