// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The issuers whose tokens are accepted. They are settings, not changed while the server runs.
public interface TokenProviders {
    /// One issuer.
    ///
    /// @param name what it is called
    /// @param issuer its address, as tokens carry it
    /// @param submissionScope the scope that a token needs, null if none
    /// @param user whom its tokens act for, null if they say so themselves (FTS: VO)
    record Provider(
            String name,
            String issuer,
            @Nullable String submissionScope,
            @Nullable String user) {}

    /// All of them, in order.
    List<Provider> all();
}
