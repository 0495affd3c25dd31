// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.LimitsInUse;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.core.dispatch.LimitUse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
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
    @About("A page of the limits of tokens that are in use, by number: all for administrators, else the caller's own.")
    List<TokenLimitAnswer> all(
            @About("Those of this subject.") @RequestParam(required = false) @Nullable String subject,
            @About("The last number of the page before.") @RequestParam(required = false) @Nullable Long after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Stream<LimitsInUse.One> seen = limits.seenBy(caller).stream()
                .filter(one -> subject == null || one.claims().subject().equals(subject))
                .sorted(Comparator.comparing(TokenLimitController::number));
        return Pages.cut(new Pages.Listing(request, response, limit), seen, TokenLimitController::number, after)
                .stream()
                .map(TokenLimitController::view)
                .toList();
    }

    private static Long number(LimitsInUse.One one) {
        return one.use().limit().id().value();
    }

    private static TokenLimitAnswer view(LimitsInUse.One one) {
        LimitUse use = one.use();
        return new TokenLimitAnswer(
                use.limit().id().value(),
                one.claims().subject(),
                one.claims().issuer(),
                use.limit().limitsThroughput() ? (Double) use.limit().maxBps() : null,
                use.limit().limitsConnections() ? (Integer) use.limit().maxConnections() : null,
                use.connections(),
                use.throughputBps(),
                use.inTheWay().isEmpty() ? null : use.inTheWay());
    }
}
