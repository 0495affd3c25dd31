// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.history.HistoryRecorder;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopTrouble;
import io.tcn.api.loop.Loops;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.policy.Changes;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.DatabaseWatch;
import io.tcn.api.runtime.HostName;
import io.tcn.api.runtime.LeftoverCare;
import io.tcn.api.runtime.Version;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// The server itself: its loops, the settings in force, and who changed what.
@Lazy
@Needs
@RestController
class ServerPages {
    private final Answers answers;
    private final Loops loops;
    private final DatabaseWatch database;
    private final LeftoverCare leftovers;
    private final HistoryRecorder history;
    private final ControlPlane controlPlane;
    private final DrainedHosts drained;
    private final HostName host;
    private final Changes changes;
    private final SettingsInForce settings;

    ServerPages(
            Answers answers,
            Loops loops,
            DatabaseWatch database,
            LeftoverCare leftovers,
            HistoryRecorder history,
            ControlPlane controlPlane,
            DrainedHosts drained,
            HostName host,
            Changes changes,
            SettingsInForce settings) {
        this.answers = answers;
        this.loops = loops;
        this.database = database;
        this.leftovers = leftovers;
        this.history = history;
        this.controlPlane = controlPlane;
        this.drained = drained;
        this.host = host;
        this.changes = changes;
        this.settings = settings;
    }

    @GetMapping(Urls.ROOT + "/server")
    ResponseEntity<byte[]> server(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        View view = new View("Server", "Server", Asked.of(request)).live();
        boolean dispatches = controlPlane.dispatch().isHealthy();
        boolean isDrained = drained.isDrained(host.value());
        view.add(Section.facts(
                "server",
                "",
                List.of(
                        Fact.of("Host", host.value()),
                        Fact.of("Version", Version.TEXT),
                        state("Database", database.isUp(), "answers", "does not answer"),
                        state("Control loop", controlPlane.isControlHealthy(), "works", "fails"),
                        state("Dispatch loop", dispatches, "works", "fails"),
                        state("Starts transfers", !isDrained, "yes", "no: drained"),
                        Fact.of("Leftovers at destinations", Unit.COUNT, leftovers.known()),
                        Fact.of("Intervals missing in the history", Unit.COUNT, history.dropped())
                                .toned(history.dropped() > 0 ? "warn" : ""))));
        view.add(Table.of(
                "loops",
                "Loops",
                loops.all(),
                List.of(
                        Column.of("loop", "Loop", Unit.TEXT, LoopState::name),
                        Column.<LoopState>of(
                                        "state",
                                        "State",
                                        Unit.TEXT,
                                        loop -> loop.trouble().isPresent() ? "fails" : "works")
                                .toned(loop -> loop.trouble().isPresent() ? "bad" : "good"),
                        Column.of(
                                "reason",
                                "Why",
                                Unit.TEXT,
                                loop -> loop.trouble().map(LoopTrouble::reason).orElse(null)),
                        Column.of(
                                "since",
                                "Since (UTC)",
                                Unit.MOMENT,
                                loop -> loop.trouble().map(LoopTrouble::since).orElse(null)),
                        Column.of(
                                "failures",
                                "Failures",
                                Unit.COUNT,
                                loop -> loop.trouble()
                                        .map(LoopTrouble::failures)
                                        .orElse(null)))));
        return answers.of(view, caller);
    }

    private static Fact state(String name, boolean good, String yes, String no) {
        return Fact.of(name, good ? yes : no).toned(good ? "good" : "bad");
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping(Urls.ROOT + "/settings")
    ResponseEntity<byte[]> settings(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        View view = new View("Settings in force", "Settings", Asked.of(request));
        view.lead(
                "As this server was started. What operators declare is under Users, and in GET /tcn/v1/configuration.");
        view.add(Table.of(
                "settings",
                "Settings",
                settings.all(),
                List.of(
                        Column.of("setting", "Setting", Unit.TEXT, SettingsInForce.Setting::name),
                        Column.of("value", "Value", Unit.TEXT, SettingsInForce.Setting::value))));
        return answers.of(view, caller);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping(Urls.ROOT + "/audit")
    ResponseEntity<byte[]> audit(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        View view = new View("Audit", "Audit", Asked.of(request)).live();
        view.add(Table.of(
                        "audit",
                        "Changes",
                        changes.newest(),
                        List.of(
                                Column.of("at", "At (UTC)", Unit.MOMENT, AuditEntry::at),
                                Column.of("who", "Who", Unit.TEXT, AuditEntry::dn),
                                Column.of("action", "What", Unit.TEXT, AuditEntry::action),
                                Column.of("config", "How", Unit.TEXT, AuditEntry::config),
                                Column.of("reason", "Why", Unit.TEXT, AuditEntry::reason)))
                .noted("The newest 100."));
        return answers.of(view, caller);
    }
}
