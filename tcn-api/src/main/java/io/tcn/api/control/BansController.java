// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.Banning;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Storages and people that are banned: the same bans as those of the FTS interface.
@RestController
@RequestMapping("/tcn/v1/bans")
class BansController {
    private static final int LONGEST_MESSAGE = 2000;
    private static final int LONGEST_NAME = 1024;

    private final Bans bans;
    private final Banning banning;
    private final RequestBodies bodies;

    BansController(Bans bans, Banning banning, RequestBodies bodies) {
        this.bans = bans;
        this.banning = banning;
        this.bodies = bodies;
    }

    /// `PUT /tcn/v1/bans/storages`.
    ///
    /// @param storage storage element, `scheme://host`
    /// @param user for whose transfers; the caller's user if not given
    /// @param status CANCEL (what is open is cancelled), WAIT, or WAIT_AS (wait, and take submissions)
    /// @param message why, for users
    record BanStorage(
            @Nullable String storage,
            @Nullable String user,
            @Nullable String status,
            @Nullable String message) {}

    /// `PUT /tcn/v1/bans/people`.
    ///
    /// @param dn distinguished name, slash form
    /// @param message why
    record BanPerson(@Nullable String dn, @Nullable String message) {}

    @Needs(Operation.CONFIG)
    @GetMapping
    Map<String, Object> all() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("storages", bans.storages().stream().map(BansController::view).toList());
        json.put("people", bans.names().stream().map(BansController::view).toList());
        return json;
    }

    static Map<String, Object> view(SeBan ban) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("storage", ban.storageElement());
        json.put("user", ban.user().value());
        json.put("status", ban.status().name());
        json.put("message", ban.message());
        json.put("since", ban.added());
        json.put("by", ban.admin());
        return json;
    }

    static Map<String, Object> view(DnBan ban) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dn", ban.dn());
        json.put("message", ban.message());
        json.put("since", ban.added());
        json.put("by", ban.admin());
        return json;
    }

    @Needs(Operation.CONFIG)
    @PutMapping("/storages")
    Map<String, Object> banStorage(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        BanStorage body = bodies.read(request, BanStorage.class);
        String storage = storage(RequestBodies.need(body.storage(), "storage"));
        UserId user = user(body.user(), caller);
        Collection<String> jobs = banning.banStorage(
                        storage, user, status(body.status()), message(body.message()), caller.dn())
                .join();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ban", bans.find(storage, user).map(BansController::view).orElse(null));
        json.put("jobs", jobs);
        return json;
    }

    private static String storage(String text) {
        return RequestBodies.checked(() -> StorageElements.parse(text));
    }

    private static UserId user(@Nullable String asked, Caller caller) {
        if (asked == null) {
            return Access.known(caller);
        }
        UserId user = RequestBodies.checked(() -> UserId.of(asked));
        Access.actingFor(user, caller);
        return user;
    }

    private static SeBan.Status status(@Nullable String text) {
        try {
            return text == null ? SeBan.Status.CANCEL : SeBan.Status.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Problem.badRequest("\"status\" is CANCEL, WAIT or WAIT_AS, given was " + text);
        }
    }

    private static String message(@Nullable String text) {
        String message = text == null ? "" : text;
        if (message.length() > LONGEST_MESSAGE) {
            throw Problem.badRequest("\"message\" has at most " + LONGEST_MESSAGE + " characters");
        }
        return message;
    }

    @Needs(Operation.CONFIG)
    @DeleteMapping("/storages")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unbanStorage(
            @RequestParam String storage,
            @RequestParam(required = false) @Nullable String user,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (!bans.unban(storage(storage), user(user, caller), caller.dn())) {
            throw Problem.notFound(
                    "storage " + storage + " is not banned for this user; GET /tcn/v1/bans shows those" + " that are");
        }
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PutMapping("/people")
    Map<String, Object> banPerson(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        BanPerson body = bodies.read(request, BanPerson.class);
        String dn = RequestBodies.need(body.dn(), "dn");
        if (!dn.startsWith("/") || dn.length() > LONGEST_NAME) {
            throw Problem.badRequest("\"dn\" is a name in slash form, as in /DC=org/CN=Alice");
        }
        if (dn.equals(caller.dn())) {
            throw new Problem(HttpStatus.CONFLICT, "you cannot ban yourself");
        }
        Collection<String> jobs =
                banning.banName(dn, message(body.message()), caller.dn()).join();
        Optional<DnBan> ban =
                bans.names().stream().filter(known -> known.dn().equals(dn)).findFirst();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ban", ban.map(BansController::view).orElse(null));
        json.put("jobs", jobs);
        return json;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping("/people")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unbanPerson(@RequestParam String dn, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (!bans.unban(dn.strip(), caller.dn())) {
            throw Problem.notFound(dn + " is not banned; GET /tcn/v1/bans shows those who are");
        }
    }
}
