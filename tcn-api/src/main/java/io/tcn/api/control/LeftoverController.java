// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.Leftover;
import io.tcn.api.store.LeftoverStore;
import io.tcn.core.model.DestinationKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Object> page(
            @RequestParam(required = false) @Nullable String after, @RequestParam(defaultValue = "100") int limit) {
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MOST + ", given was " + limit);
        }
        if (after != null && after.isEmpty()) {
            throw Problem.badRequest("\"after\" must be a destination of the page before");
        }
        List<Leftover> page = leftovers.page(after == null ? null : new DestinationKey(after), limit);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("leftovers", page.stream().map(LeftoverController::view).toList());
        json.put("next", page.size() < limit ? null : page.getLast().key().value());
        json.put("total", leftovers.count());
        return json;
    }

    private static Map<String, Object> view(Leftover leftover) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("destination", leftover.key().value());
        json.put("transfer", leftover.transfer().value());
        json.put("state", state(leftover));
        json.put("reason", leftover.reason());
        json.put("writtenFrom", leftover.write().from());
        json.put("writtenUntil", leftover.write().until());
        json.put(
                "sizeBytes",
                leftover.write().sizeBytes() < 0 ? null : leftover.write().sizeBytes());
        json.put("tries", leftover.tries());
        json.put("nextTry", leftover.nextTry());
        return json;
    }

    private static String state(Leftover leftover) {
        if (leftover.givenUp()) {
            return "GIVEN_UP";
        }
        return leftover.isOfEndedTransfer() ? "TRIED_AGAIN" : "OF_RUNNING_TRANSFER";
    }
}
