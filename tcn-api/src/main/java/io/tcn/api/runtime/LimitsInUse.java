// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.security.Caller;
import io.tcn.api.store.TransferLimitStore;
import io.tcn.core.dispatch.LimitUse;
import java.util.List;
import org.springframework.stereotype.Component;

/// The limits of tokens that are in use, and whose they are. All of it is in memory.
@Component
public class LimitsInUse {
    private final ControlPlane controlPlane;
    private final TransferLimitStore store;

    LimitsInUse(ControlPlane controlPlane, TransferLimitStore store) {
        this.controlPlane = controlPlane;
        this.store = store;
    }

    /// A limit in use.
    ///
    /// @param claims what the token said, and whose it was
    public record One(LimitUse use, TransferLimitStore.Claims claims) {}

    /// What a caller may see: administrators all, others what their own tokens said.
    public List<One> seenBy(Caller caller) {
        return controlPlane.dispatch().limitsInUse().stream()
                .flatMap(use -> store.find(use.limit().id()).map(known -> new One(use, known.claims())).stream())
                .filter(one ->
                        caller.administrator() || one.claims().credentialId().equals(caller.delegationId()))
                .toList();
    }
}
