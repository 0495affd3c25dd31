// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.LimitsInUse;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// What tokens let the transfers have that were submitted with them.
@RestController
@Needs
class TokenLimitController {
    private final LimitsInUse limits;

    TokenLimitController(LimitsInUse limits) {
        this.limits = limits;
    }

    @About("A limit of tokens, in use.")
    record TokenLimitAnswer(
            @About("Its number.") long id,

            @About("Whose tokens say so.") String subject,

            @About("Who has issued them.") String issuer,

            @About("The most that their transfers move together, in bit/s; null: no such limit.") @Nullable
            Double maxBps,

            @About("The most connections that they have together; null: no such limit.") @Nullable
            Integer maxConnections,

            @About("Connections that are open under it.") int connections,

            @About("What moves under it, in bit/s, the mean of about ten seconds.")
            double throughputBps,

            @About("What keeps more from starting, in words; null where nothing waits for it.") @Nullable
            String waitsFor) {}

    @GetMapping("/tcn/v1/token-limits")
    @About("The limits of tokens that are in use: all for administrators, else the caller's own.")
    List<TokenLimitAnswer> all(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return limits.seenBy(caller).stream()
                .map(one -> new TokenLimitAnswer(
                        one.use().limit().id().value(),
                        one.claims().subject(),
                        one.claims().issuer(),
                        one.use().limit().limitsThroughput()
                                ? (Double) one.use().limit().maxBps()
                                : null,
                        one.use().limit().limitsConnections()
                                ? (Integer) one.use().limit().maxConnections()
                                : null,
                        one.use().connections(),
                        one.use().throughputBps(),
                        one.use().inTheWay().isEmpty() ? null : one.use().inTheWay()))
                .toList();
    }
}
