// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.StorageConfigs;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.StorageConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// Limits and properties of storage elements.
@RestController
@RequestMapping("/config/se")
class StorageConfigController {
    private final StorageConfigs storages;
    private final ConfigBodies bodies;

    StorageConfigController(StorageConfigs storages, ConfigBodies bodies) {
        this.storages = storages;
        this.bodies = bodies;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping
    ResponseEntity<Object> all(@RequestParam(required = false) @Nullable String se) {
        String wanted = se == null || se.isBlank() ? null : pattern(se);
        Map<String, Map<String, Object>> json = new TreeMap<>();
        for (StorageConfig config : storages.configs()) {
            if (wanted == null || wanted.equals(config.storageElement())) {
                json.computeIfAbsent(config.storageElement(), first -> new LinkedHashMap<>())
                        .put("se_info", StorageInfo.view(config));
            }
        }
        Set<String> withOperations = new TreeSet<>();
        storages.operations().forEach(limit -> withOperations.add(limit.storageElement()));
        for (String storage : withOperations) {
            if (wanted == null || wanted.equals(storage)) {
                json.computeIfAbsent(storage, first -> new LinkedHashMap<>()).put("operations", operations(storage));
            }
        }
        return ConfigBodies.json(json);
    }

    private Map<String, Map<String, Integer>> operations(String storage) {
        Map<String, Map<String, Integer>> json = new TreeMap<>();
        storages.operations().stream()
                .filter(limit -> limit.storageElement().equals(storage))
                .forEach(limit -> json.computeIfAbsent(limit.vo(), first -> new TreeMap<>())
                        .put(limit.operation(), limit.maxConcurrent()));
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping
    ResponseEntity<Object> set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        JsonNode root = bodies.readJson(request);
        if (!root.isObject() || root.isEmpty()) {
            throw FtsException.badRequest("The body must be an object with a key for each storage element");
        }
        List<StorageConfig> configs = new ArrayList<>();
        List<StorageConfigs.NewLimit> limits = new ArrayList<>();
        String last = "";
        boolean lastHasInfo = false;
        boolean lastHasOperations = false;
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            last = pattern(entry.getKey());
            Fields parts = object(entry.getValue(), "");
            parts.only(Set.of("se_info", "operations"));
            lastHasInfo = parts.object().hasNonNull("se_info");
            if (lastHasInfo) {
                configs.add(StorageInfo.read(
                        object(parts.object().path("se_info"), "se_info."), last, present(last, configs)));
            }
            lastHasOperations = parts.object().hasNonNull("operations");
            if (lastHasOperations) {
                addLimits(last, object(parts.object().path("operations"), "operations."), limits);
            }
        }
        storages.set(configs, limits, caller.dn());
        return ConfigBodies.json(Arrays.asList(
                lastHasInfo ? StorageInfo.view(configs.getLast()) : null, lastHasOperations ? operations(last) : null));
    }

    /// What there is of a storage element: it may be there twice in one request, under two spellings.
    private @Nullable StorageConfig present(String storage, List<StorageConfig> earlier) {
        return earlier.reversed().stream()
                .filter(config -> config.storageElement().equals(storage))
                .findFirst()
                .or(() -> storages.find(storage))
                .orElse(null);
    }

    private static void addLimits(String storage, Fields operations, List<StorageConfigs.NewLimit> limits) {
        for (Map.Entry<String, JsonNode> vo : operations.object().properties()) {
            String name = vo.getKey().equals(StorageElements.ALL)
                    ? StorageElements.ALL
                    : Fields.user(vo.getKey()).value();
            Fields given = object(vo.getValue(), "operations." + name + ".");
            for (String operation : given.object().propertyNames()) {
                String checked = Fields.clean("operation", operation, 64);
                int most = given.integer(operation, 0)
                        .orElseThrow(() -> FtsException.badRequest("A limit of operations must be a number"));
                limits.add(new StorageConfigs.NewLimit(storage, name, checked, most));
            }
        }
    }

    private static Fields object(JsonNode node, String place) {
        if (!node.isObject()) {
            throw FtsException.badRequest("What is configured of a storage element must be objects");
        }
        return new Fields(node, false, place);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping
    ResponseEntity<Object> remove(@RequestParam String se, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        storages.remove(pattern(se), caller.dn());
        return ConfigBodies.noContent();
    }

    private static String pattern(String se) {
        return Fields.checked(() -> StorageElements.parsePattern(se));
    }
}
