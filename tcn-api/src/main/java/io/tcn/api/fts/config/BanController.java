// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.Banning;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.SeBan;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Storages and people that are banned: storages for the transfers of one user, people for everybody.
@RestController
@RequestMapping("/ban")
class BanController {
    private final Bans bans;
    private final Banning banning;
    private final ConfigBodies bodies;

    BanController(Bans bans, Banning banning, ConfigBodies bodies) {
        this.bans = bans;
        this.banning = banning;
        this.bodies = bodies;
    }

    /// Without the right "config" for all, those for the users that the caller acts for.
    @Needs(Operation.CONFIG)
    @GetMapping("/se")
    ResponseEntity<Object> storages(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        boolean all = caller.level(Operation.CONFIG) == Level.ALL;
        return ConfigBodies.json(bans.storages().stream()
                .filter(ban -> all || caller.mayActFor(ban.user()))
                .map(BanController::view)
                .toList());
    }

    private static Map<String, Object> view(SeBan ban) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("se", ban.storageElement());
        json.put("vo", ban.user().value());
        json.put("status", ban.status().name());
        json.put("message", ban.message());
        json.put("addition_time", FtsDates.format(ban.added()));
        json.put("admin_dn", ban.admin());
        return json;
    }

    @Needs(Operation.CONFIG)
    @PostMapping("/se")
    ResponseEntity<Object> banStorage(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        String storage = Fields.checked(() -> StorageElements.parse(fields.needText("storage", Fields.LONG_NAME)));
        SeBan.Status status = status(fields);
        String message = fields.text("message", Fields.MESSAGE).orElse("");
        return ConfigBodies.json(banning.banStorage(storage, caller.user(), status, message, caller.dn())
                .join());
    }

    private static SeBan.Status status(Fields fields) {
        String text =
                fields.text("status", Fields.NAME).orElse("cancel").strip().toLowerCase(Locale.ROOT);
        boolean allowSubmit = fields.flag("allow_submit").orElse(false);
        return switch (text) {
            case "wait" -> allowSubmit ? SeBan.Status.WAIT_AS : SeBan.Status.WAIT;
            case "cancel" -> {
                if (allowSubmit) {
                    throw FtsException.badRequest("\"allow_submit\" goes with the status wait only");
                }
                yield SeBan.Status.CANCEL;
            }
            default -> throw FtsException.badRequest("\"status\" must be cancel or wait");
        };
    }

    @Needs(Operation.CONFIG)
    @DeleteMapping("/se")
    ResponseEntity<Object> unbanStorage(
            @RequestParam String storage, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        bans.unban(Fields.checked(() -> StorageElements.parse(storage)), caller.user(), caller.dn());
        return ConfigBodies.noContent();
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/dn")
    ResponseEntity<Object> names() {
        return ConfigBodies.json(bans.names().stream().map(BanController::view).toList());
    }

    private static Map<String, Object> view(DnBan ban) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dn", ban.dn());
        json.put("message", ban.message());
        json.put("addition_time", FtsDates.format(ban.added()));
        json.put("admin_dn", ban.admin());
        json.put("status", null);
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping("/dn")
    ResponseEntity<Object> banName(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Fields fields = bodies.read(request);
        String dn = fields.needText("user_dn", Fields.LONG_NAME);
        String message = fields.text("message", Fields.MESSAGE).orElse("");
        if (dn.equals(caller.dn())) {
            throw new FtsException(409, "You cannot ban yourself");
        }
        return ConfigBodies.json(banning.banName(dn, message, caller.dn()).join());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping("/dn")
    ResponseEntity<Object> unbanName(
            @RequestParam("user_dn") String dn, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        bans.unban(dn.strip(), caller.dn());
        return ConfigBodies.noContent();
    }
}
