// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.GlobalSettings;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.GlobalConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Settings of VOs.
@RestController
@RequestMapping("/config/global")
class GlobalConfigController {
    private static final Set<String> KEYS = Set.of(
            "vo_name", "retry", "max_time_queue", "global_timeout", "sec_per_mb", "no_streaming", "show_user_dn");

    private final GlobalSettings settings;
    private final ConfigBodies bodies;

    GlobalConfigController(GlobalSettings settings, ConfigBodies bodies) {
        this.settings = settings;
        this.bodies = bodies;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping
    ResponseEntity<Object> all() {
        Map<String, Object> json = new LinkedHashMap<>();
        settings.all().forEach(config -> json.put(config.vo(), view(config)));
        return ConfigBodies.json(json);
    }

    private static Map<String, Object> view(GlobalConfig config) {
        boolean forAll = config.vo().equals(GlobalConfig.ALL);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("vo_name", config.vo());
        json.put("retry", orDefault(config.retry(), forAll, 0));
        json.put("max_time_queue", config.maxTimeQueueHours());
        json.put("global_timeout", config.globalTimeoutSeconds());
        json.put("sec_per_mb", config.secPerMb());
        json.put("no_streaming", orDefault(config.noStreaming(), forAll, false));
        json.put("show_user_dn", orDefault(config.showUserDn(), forAll, false));
        @SuppressWarnings("NullAway") // null is written out
        Map<String, Object> shown = json;
        return shown;
    }

    /// A VO's own null means that what is set for all holds.
    private static <T> @Nullable T orDefault(@Nullable T value, boolean forAll, T byDefault) {
        return forAll ? Objects.requireNonNullElse(value, byDefault) : value;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping
    ResponseEntity<Object> set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        fields.only(KEYS);
        String name = fields.text("vo_name", Fields.NAME).map(String::strip).orElse(GlobalConfig.ALL);
        String vo = name.equals(GlobalConfig.ALL) ? name : Fields.user(name).value();
        GlobalConfig before = settings.get(vo);
        settings.set(
                new GlobalConfig(
                        vo,
                        number(fields, "retry", before.retry()),
                        number(fields, "max_time_queue", before.maxTimeQueueHours()),
                        number(fields, "global_timeout", before.globalTimeoutSeconds()),
                        number(fields, "sec_per_mb", before.secPerMb()),
                        flag(fields, "no_streaming", before.noStreaming()),
                        flag(fields, "show_user_dn", before.showUserDn())),
                caller.dn());
        return all();
    }

    private static @Nullable Integer number(Fields fields, String key, @Nullable Integer before) {
        return fields.has(key) ? fields.integer(key, 0).orElse(null) : before;
    }

    private static @Nullable Boolean flag(Fields fields, String key, @Nullable Boolean before) {
        return fields.has(key) ? fields.flag(key).orElse(null) : before;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping
    ResponseEntity<Object> remove(
            @RequestParam("vo_name") String vo, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (vo.isBlank() || vo.strip().equals(GlobalConfig.ALL)) {
            throw FtsException.badRequest("\"vo_name\" must name a VO");
        }
        settings.remove(Fields.user(vo).value(), caller.dn());
        return ConfigBodies.noContent();
    }
}
