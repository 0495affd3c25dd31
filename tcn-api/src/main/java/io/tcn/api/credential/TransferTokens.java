// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.agent.Side;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// Gives the data plane the token that a transfer names for one of its ends.
@Component
final class TransferTokens implements BearerTokens {
    private final CredentialVault vault;

    TransferTokens(CredentialVault vault) {
        this.vault = vault;
    }

    @Override
    public Optional<String> find(Transfer transfer, Side side) {
        TransferCredentials names = transfer.options().credentials();
        String name = switch (side) {
            case SOURCE -> names.source();
            case DESTINATION -> names.destination();
        };
        return name == null ? Optional.empty() : vault.token(name);
    }
}
