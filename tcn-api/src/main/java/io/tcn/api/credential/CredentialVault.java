// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Keeps the tokens that open storages, encrypted; the rest of the server knows their names only. A token that has
/// ended is removed a day later.
public interface CredentialVault {
    /// Keeps a token. To keep it twice is to keep it once.
    ///
    /// @param token a JSON Web Token with the claim `exp`; its signature is not looked at
    /// @throws IllegalArgumentException if it is no such token; the message does not hold it
    default Kept keep(String token) {
        return keepAll(java.util.List.of(token)).values().iterator().next();
    }

    /// Keeps tokens, those that are not there yet in one batch.
    ///
    /// @return what became of each, by token
    /// @throws IllegalArgumentException if one is no token with the claim `exp`; then none is kept
    Map<String, Kept> keepAll(Collection<String> tokens);

    /// A token by its name, empty if it is not or no longer kept. May ask the database, so it is not for the loops.
    Optional<String> token(String name);
}
