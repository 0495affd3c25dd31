// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.policy.Banning;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
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
    @About("A storage to ban.")
    record BanStorage(
            @About(value = "Storage element, scheme://host.", required = true) @Nullable
            String storage,

            @About("For whose transfers; by default the caller's user.") @Nullable
            String user,

            @About("CANCEL (what is open is cancelled, the default), WAIT, or WAIT_AS (wait, and take submissions).")
            @Nullable
            String status,

            @About("Why, for users; at most 2000 characters.") @Nullable
            String message) {}

    /// `PUT /tcn/v1/bans/people`.
    @About("A person to ban.")
    record BanPerson(
            @About(value = "Distinguished name, slash form.", required = true) @Nullable
            String dn,

            @About("Why; at most 2000 characters.") @Nullable
            String message) {}

    @Needs(Operation.CONFIG)
    @GetMapping
    @About(
            "A page of the bans, of storages and then of people; without the right \"config\" at level \"all\" those of storages for the users that the caller acts for.")
    OperationAnswers.BansAnswer all(
            @About("Those of this storage: scheme://host. None of people.") @RequestParam(required = false) @Nullable
                    String storage,
            @About("Those of storages for this user. None of people.") @RequestParam(required = false) @Nullable
                    String user,
            @About("The last ban of the page before: storage and user with a blank between, or the name of a person.")
                    @RequestParam(required = false)
                    @Nullable
                    String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        boolean all = caller.level(Operation.CONFIG) == Level.ALL;
        String asked = storage == null ? null : storage(storage);
        List<SeBan> storages = bans.storages().stream()
                .filter(ban -> all || caller.mayActFor(ban.user()))
                .filter(ban -> asked == null || StorageElements.isSame(ban.storageElement(), asked))
                .filter(ban -> user == null || ban.user().value().equals(user))
                .toList();
        List<DnBan> people = all && storage == null && user == null ? bans.names() : List.of();
        return BanPages.cut(new Pages.Listing(request, response, limit), storages, people, after);
    }

    static OperationAnswers.StorageBanAnswer view(SeBan ban) {
        return new OperationAnswers.StorageBanAnswer(
                ban.storageElement(), ban.user().value(), ban.status(), ban.message(), ban.added(), ban.admin());
    }

    static OperationAnswers.PersonBanAnswer view(DnBan ban) {
        return new OperationAnswers.PersonBanAnswer(ban.dn(), ban.message(), ban.added(), ban.admin());
    }

    @Needs(Operation.CONFIG)
    @Audited
    @PutMapping("/storages")
    @About(value = "Bans a storage for the transfers of a user, or changes that ban.", takes = BanStorage.class)
    OperationAnswers.StorageBannedAnswer banStorage(
            HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) throws IOException {
        BanStorage body = bodies.read(request, BanStorage.class);
        String storage = storage(RequestBodies.need(body.storage(), "storage"));
        UserId user = user(body.user(), caller);
        Collection<String> jobs = banning.banStorage(
                        storage, user, status(body.status()), message(body.message()), caller.dn())
                .join();
        return new OperationAnswers.StorageBannedAnswer(
                bans.findNamed(storage, user).map(BansController::view).orElse(null), List.copyOf(jobs));
    }

    private static String storage(String text) {
        return RequestBodies.checked(() -> StorageElements.parse(text));
    }

    private static UserId user(@Nullable String asked, Caller caller) {
        if (asked == null) {
            return caller.user();
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
        return RequestBodies.printable(message, "message");
    }

    @Needs(Operation.CONFIG)
    @Audited
    @DeleteMapping("/storages")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(value = "Takes the ban of a storage back.", refuses = 404)
    void unbanStorage(
            @About("Storage element, scheme://host.") @RequestParam String storage,
            @About("For whose transfers; by default the caller's user.") @RequestParam(required = false) @Nullable
                    String user,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        String name = storage(storage);
        UserId whose = user(user, caller);
        if (!bans.unban(name, whose, caller.dn())) {
            throw Problem.notFound(bans.otherName(name, whose)
                    .map(other ->
                            "storage " + name + " is banned for this user by its other name: end the ban of " + other)
                    .orElse("storage " + storage + " is not banned for this user; GET /tcn/v1/bans shows those that"
                            + " are"));
        }
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @PutMapping("/people")
    @About(value = "Bans a person: requests are refused and jobs cancelled.", takes = BanPerson.class, refuses = 409)
    OperationAnswers.PersonBannedAnswer banPerson(
            HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) throws IOException {
        BanPerson body = bodies.read(request, BanPerson.class);
        String dn = RequestBodies.printable(RequestBodies.need(body.dn(), "dn"), "dn");
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
        return new OperationAnswers.PersonBannedAnswer(
                ban.map(BansController::view).orElse(null), List.copyOf(jobs));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @Audited
    @DeleteMapping("/people")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @About(value = "Takes the ban of a person back.", refuses = 404)
    void unbanPerson(
            @About("Distinguished name, slash form.") @RequestParam String dn,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        if (!bans.unban(dn.strip(), caller.dn())) {
            throw Problem.notFound(dn + " is not banned; GET /tcn/v1/bans shows those who are");
        }
    }
}
