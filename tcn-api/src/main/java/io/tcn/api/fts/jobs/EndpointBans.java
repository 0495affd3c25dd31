// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.policy.Bans;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.UserId;
import java.net.URI;
import org.springframework.stereotype.Component;

/// Refuses submissions to banned storages.
@Component
class EndpointBans {
    private final Bans bans;

    EndpointBans(Bans bans) {
        this.bans = bans;
    }

    /// @throws FtsException 403 if an end is banned and its ban does not let submissions wait
    void check(URI end, UserId user) {
        String storageElement = FtsNames.storageElement(end);
        bans.find(storageElement, user)
                .filter(ban -> ban.status() != SeBan.Status.WAIT_AS)
                .ifPresent(ban -> {
                    throw new FtsException(
                            403,
                            "The storage " + storageElement + " is banned"
                                    + (ban.message().isBlank() ? "" : ": " + ban.message()));
                });
    }
}
