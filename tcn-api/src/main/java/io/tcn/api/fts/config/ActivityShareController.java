// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.ActivityShares;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.ActivityShare;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// How activities of a VO share what it has.
@RestController
@RequestMapping("/config/activity_shares")
class ActivityShareController {
    private static final int MOST = 200;
    /// As long as FTS's column is.
    private static final int MOST_CHARACTERS = 1024;
    /// Quotes, colon, comma, blanks and a short number.
    private static final int CHARACTERS_BESIDE_A_NAME = 9;

    private final ActivityShares shares;
    private final ConfigBodies bodies;

    ActivityShareController(ActivityShares shares, ConfigBodies bodies) {
        this.shares = shares;
        this.bodies = bodies;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @GetMapping
    ResponseEntity<Object> all() {
        Map<String, Object> json = new LinkedHashMap<>();
        shares.all().forEach(share -> json.put(share.user().value(), view(share)));
        return ConfigBodies.json(json);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @GetMapping("/{vo}")
    ResponseEntity<Object> one(@PathVariable String vo) {
        return ConfigBodies.json(
                shares.find(Fields.user(vo)).map(ActivityShareController::view).orElseThrow(() -> unknown(vo)));
    }

    private static FtsException unknown(String vo) {
        return new FtsException(404, "There are no activity shares of " + Fields.user(vo));
    }

    private static Map<String, Object> view(ActivityShare share) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("share", share.weights());
        json.put("active", share.active());
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @PostMapping
    ResponseEntity<Object> set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        UserId vo = Fields.user(fields.needText("vo", Fields.NAME));
        ActivityShare share = ActivityShare.of(
                vo,
                weights(fields.object().path("share")),
                fields.flag("active").orElse(true));
        int characters = share.weights().keySet().stream()
                .mapToInt(activity -> activity.length() + CHARACTERS_BESIDE_A_NAME)
                .sum();
        if (characters > MOST_CHARACTERS) {
            throw FtsException.badRequest("\"share\" is too long: at most " + MOST_CHARACTERS + " characters as JSON");
        }
        shares.set(share, caller.dn());
        List<Map<String, Double>> list = share.weights().entrySet().stream()
                .map(entry -> Map.of(entry.getKey(), entry.getValue()))
                .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("vo", vo.value());
        json.put("active", share.active());
        json.put("activity_share", list);
        return ConfigBodies.json(json);
    }

    /// An object, or an array of objects.
    private static Map<String, Double> weights(JsonNode given) {
        Map<String, Double> weights = new TreeMap<>();
        if (given.isArray()) {
            given.forEach(part -> addAll(part, weights));
        } else {
            addAll(given, weights);
        }
        if (weights.isEmpty()) {
            throw FtsException.badRequest("\"share\" must have an activity");
        }
        return weights;
    }

    private static void addAll(JsonNode part, Map<String, Double> weights) {
        if (!part.isObject()) {
            throw FtsException.badRequest("\"share\" must be an object, or an array of objects, of weights");
        }
        Fields fields = new Fields(part, false, "share.");
        for (String activity : part.propertyNames()) {
            String name = Fields.clean("share", activity, Fields.NAME);
            weights.put(
                    name,
                    fields.number(activity)
                            .orElseThrow(() -> FtsException.badRequest("The weight of an activity must be a number")));
            if (weights.size() > MOST) {
                throw FtsException.badRequest("A VO may have " + MOST + " activities with weights at most");
            }
        }
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL, certificate = true)
    @DeleteMapping("/{vo}")
    ResponseEntity<Object> remove(@PathVariable String vo, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (!shares.remove(Fields.user(vo), caller.dn())) {
            throw unknown(vo);
        }
        return ConfigBodies.noContent();
    }
}
