// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// What fails, where and why, and what may be done about it.
@Lazy
@Needs
@RestController
class FailurePage {
    private final Lines lines;
    private final Answers answers;
    private final ControlPlane controlPlane;
    private final Bans bans;
    private final DrainedHosts drained;
    private final HostName host;

    FailurePage(
            Lines lines, Answers answers, ControlPlane controlPlane, Bans bans, DrainedHosts drained, HostName host) {
        this.lines = lines;
        this.answers = answers;
        this.controlPlane = controlPlane;
        this.bans = bans;
        this.drained = drained;
        this.host = host;
    }

    /// A reason for failures at a storage.
    private record Reason(EndpointHealth health, EndpointHealth.FailureCount count) {}

    /// How a storage is doing.
    private record Storage(EndpointHealth health, @Nullable Instant pausedUntil, String banned) {
        double share() {
            return health.attempts() == 0 ? 0 : (double) health.failures() / health.attempts();
        }
    }

    @GetMapping(Urls.ROOT + "/failures")
    ResponseEntity<byte[]> failures(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Set<Endpoint> mine = Lines.endpoints(lines.pipes(caller));
        Map<String, String> banned = banned(caller);
        Map<Endpoint, Instant> pauses = new HashMap<>();
        for (EndpointPause pause : controlPlane.storagePauses()) {
            pauses.put(pause.endpoint(), pause.until());
        }
        List<Storage> storages = controlPlane.storageHealth().stream()
                .filter(health -> mine.contains(health.endpoint()))
                .map(health -> new Storage(
                        health,
                        pauses.get(health.endpoint()),
                        banned.getOrDefault(StorageElements.of(health.endpoint().storage()), "")))
                .toList();
        boolean isOperator = Answers.isOperator(caller);
        boolean mayBan = caller.level(Operation.CONFIG) != Level.NONE;
        View view = new View("Failures", "Failures", Asked.of(request)).live();
        if (drained.isDrained(host.value())) {
            view.lead("This server is drained: it starts nothing more.");
        }
        view.add(storages(storages, mayBan).noted("Since the start of this server."));
        view.add(Table.of(
                "reasons",
                "By reason",
                storages.stream()
                        .flatMap(storage ->
                                storage.health().byReason().stream().map(count -> new Reason(storage.health(), count)))
                        .toList(),
                reasons(isOperator)));
        if (mayBan) {
            view.add(bans(bans.storages().stream()
                    .filter(ban -> caller.mayActFor(ban.user()))
                    .toList()));
        }
        if (isOperator) {
            boolean isDrained = drained.isDrained(host.value());
            view.add(Section.facts(
                    "drain",
                    "This server",
                    List.of(Section.Fact.of(
                                    isDrained ? "It is drained" : "It starts transfers",
                                    isDrained ? "let it go on" : "drain it")
                            .to(Urls.of(Urls.ROOT + "/drain", "on", isDrained ? "no" : "yes")))));
        }
        return answers.of(view, caller);
    }

    private Table<Storage> storages(List<Storage> storages, boolean mayBan) {
        List<Column<Storage>> columns = new ArrayList<>(List.of(
                Column.<Storage>of(
                                "storage",
                                "Storage",
                                Unit.TEXT,
                                one -> one.health().endpoint())
                        .to(one -> Urls.of(
                                Urls.ROOT + "/pipes", "endpoint", one.health().endpoint())),
                Column.of(
                        "attempts", "Attempts", Unit.COUNT, one -> one.health().attempts()),
                Column.of("failures", "Failed", Unit.COUNT, one -> one.health().failures()),
                Column.<Storage>of("share", "Share", Unit.SHARE, Storage::share)
                        .toned(one -> one.share() > 0.5 ? "bad" : one.share() > 0.1 ? "warn" : ""),
                Column.<Storage>of(
                                "since",
                                "Failing since (UTC)",
                                Unit.MOMENT,
                                one -> one.health().failingSince())
                        .toned(one -> one.health().failingSince() == null ? "" : "bad"),
                Column.of(
                        "success",
                        "Last success (UTC)",
                        Unit.MOMENT,
                        one -> one.health().lastSuccess()),
                Column.of("paused", "Left alone until (UTC)", Unit.MOMENT, Storage::pausedUntil),
                Column.of("banned", "Banned for", Unit.TEXT, Storage::banned)));
        if (mayBan) {
            columns.add(Column.<Storage>of("action", "Do", Unit.TEXT, one -> "ban\u2026")
                    .to(one -> Urls.of(
                            Urls.ROOT + "/ban",
                            "storage",
                            StorageElements.of(one.health().endpoint()))));
        }
        return Table.of("storages", "By storage", storages, columns);
    }

    private static List<Column<Reason>> reasons(boolean withSamples) {
        List<Column<Reason>> columns = new ArrayList<>(List.of(
                Column.<Reason>of(
                        "storage", "Storage", Unit.TEXT, one -> one.health().endpoint()),
                Column.of("reason", "Reason", Unit.TEXT, one -> one.count().code()),
                Column.of("count", "Attempts", Unit.COUNT, one -> one.count().count()),
                Column.of(
                        "share",
                        "Of all there",
                        Unit.SHARE,
                        one -> one.health().attempts() == 0
                                ? null
                                : (double) one.count().count() / one.health().attempts()),
                Column.of(
                        "first", "First (UTC)", Unit.MOMENT, one -> one.count().firstAt()),
                Column.of("last", "Last (UTC)", Unit.MOMENT, one -> one.count().lastAt())));
        if (withSamples) {
            columns.add(
                    Column.of("sample", "Sample", Unit.TEXT, one -> one.count().sample()));
        }
        return columns;
    }

    private static Table<SeBan> bans(List<SeBan> bans) {
        return Table.of(
                "bans",
                "Storages that are banned",
                bans,
                List.of(
                        Column.of("storage", "Storage", Unit.TEXT, SeBan::storageElement),
                        Column.of("user", "User", Unit.TEXT, ban -> ban.user().value()),
                        Column.of("status", "Transfers are", Unit.TEXT, ban -> words(ban.status())),
                        Column.of("message", "Message", Unit.TEXT, SeBan::message),
                        Column.of("since", "Since (UTC)", Unit.MOMENT, SeBan::added),
                        Column.of("by", "By", Unit.TEXT, SeBan::admin),
                        Column.<SeBan>of("action", "Do", Unit.TEXT, ban -> "end\u2026")
                                .to(ban -> Urls.of(
                                        Urls.ROOT + "/unban",
                                        Map.of(
                                                "storage",
                                                ban.storageElement(),
                                                "user",
                                                ban.user().value())))));
    }

    static String words(SeBan.Status status) {
        return switch (status) {
            case CANCEL -> "cancelled, new ones refused";
            case WAIT -> "waiting, new ones refused";
            case WAIT_AS -> "waiting, new ones taken";
        };
    }

    /// For whom storages are banned, by storage element.
    /// For which users a storage is banned, by the storage's own name.
    private Map<String, String> banned(Caller caller) {
        Map<String, Set<String>> users = new HashMap<>();
        bans.storages().stream()
                .filter(ban -> caller.mayActFor(ban.user()))
                .forEach(ban -> users.computeIfAbsent(
                                StorageElements.storage(ban.storageElement()), first -> new TreeSet<>())
                        .add(ban.user().value()));
        Map<String, String> words = new HashMap<>();
        users.forEach((storage, names) -> words.put(storage, String.join(" ", names)));
        return words;
    }
}
