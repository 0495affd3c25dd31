// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.Leftover;
import io.tcn.api.store.LeftoverStore;
import io.tcn.core.model.DestinationKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Destinations that may hold a part of a file, for operators.
@RestController
@RequestMapping("/tcn/v1/leftovers")
class LeftoverController {
    private static final int MOST = 1000;

    private final LeftoverStore leftovers;

    LeftoverController(LeftoverStore leftovers) {
        this.leftovers = leftovers;
    }

    /// A page; `next` is the `after` of the one behind it.
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping
    @About("Destinations at which transfers may have left something.")
    OperationAnswers.LeftoversAnswer page(
            @About("The \"next\" of the page before.") @RequestParam(required = false) @Nullable String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "100")
                    int limit) {
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MOST + ", given was " + limit);
        }
        if (after != null && after.isEmpty()) {
            throw Problem.badRequest("\"after\" must be a destination of the page before");
        }
        List<Leftover> page = leftovers.page(after == null ? null : new DestinationKey(after), limit);
        return new OperationAnswers.LeftoversAnswer(
                page.stream().map(LeftoverController::view).toList(),
                page.size() < limit ? null : page.getLast().key().value(),
                leftovers.count());
    }

    private static OperationAnswers.LeftoverAnswer view(Leftover leftover) {
        return new OperationAnswers.LeftoverAnswer(
                leftover.key().value(),
                leftover.transfer().value(),
                state(leftover),
                leftover.reason(),
                leftover.write().from(),
                leftover.write().until(),
                leftover.write().sizeBytes() < 0
                        ? null
                        : (Long) leftover.write().sizeBytes(),
                leftover.tries(),
                leftover.nextTry());
    }

    private static String state(Leftover leftover) {
        if (leftover.givenUp()) {
            return "GIVEN_UP";
        }
        return leftover.isOfEndedTransfer() ? "TRIED_AGAIN" : "OF_RUNNING_TRANSFER";
    }
}
