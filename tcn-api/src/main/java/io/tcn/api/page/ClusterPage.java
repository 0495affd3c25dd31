// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.agents.AgentState;
import io.tcn.api.agents.AgentView;
import io.tcn.api.agents.Agents;
import io.tcn.api.cluster.Leadership;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.policy.DrainedHosts;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.ServerLease;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Present;
import io.tcn.api.store.ServerLease.Seen;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// The servers that share the database, which of them leads, and the agents that move files for it. As in
/// `/tcn/v1/cluster` everybody with a credential sees the servers; agents are for operators, as in `/tcn/v1/agents`.
@Lazy
@Needs
@RestController
class ClusterPage {
    private static final double FULL = 0.999;

    private final Leadership leadership;
    private final ServerLease leases;
    private final DrainedHosts drained;
    private final HostName host;
    private final ObjectProvider<Agents> agents;
    private final Answers answers;

    ClusterPage(
            Leadership leadership,
            ServerLease leases,
            DrainedHosts drained,
            HostName host,
            ObjectProvider<Agents> agents,
            Answers answers) {
        this.leadership = leadership;
        this.leases = leases;
        this.drained = drained;
        this.host = host;
        this.agents = agents;
        this.answers = answers;
    }

    /// A server.
    ///
    /// @param started null where nobody wrote it down
    private record Line(
            Member member,
            boolean leads,
            boolean alive,
            boolean drained,
            @Nullable Instant started,
            @Nullable Instant lastSign) {}

    @GetMapping(Urls.ROOT + "/cluster")
    ResponseEntity<byte[]> cluster(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        boolean isOperator = Answers.isOperator(caller);
        Optional<Seen> seen = leadership.seen();
        View view = new View("Cluster", "Cluster", Asked.of(request)).live();
        view.add(Section.facts("lead", "", facts(seen)));
        view.add(servers(seen.map(this::lines).orElseGet(this::alone), isOperator)
                .noted(
                        leadership.isShared()
                                ? "A server that leads hands the lead over by ./tcn cluster handover, and when it is drained."
                                : "One server with a database for itself (tcn.cluster.enabled is false)."));
        if (isOperator) {
            Agents present = agents.getIfAvailable();
            if (present != null) {
                view.add(Section.facts("plane", "Agents", facts(present)));
            }
            view.add(agents(present == null ? List.of() : present.list())
                    .noted(
                            present == null
                                    ? "This server moves all files by itself (tcn.agents.enabled is false)."
                                    : "Those that were heard of since the start; lost ones for ten minutes."));
        }
        return answers.of(view, caller);
    }

    private List<Fact> facts(Optional<Seen> seen) {
        Optional<Seen> held = seen.filter(now -> !now.isFree());
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("This server", leadership.self().name()));
        facts.add(Fact.of("It is", leadership.role().word()).toned(leadership.isWell() ? "good" : "bad"));
        if (leadership.isShared()) {
            String leader = held.map(Seen::leader).map(Member::name).orElse(null);
            facts.add(Fact.of("Leads", leader == null ? "nobody" : leader).toned(leader == null ? "bad" : "good"));
            facts.add(Fact.of("Since (UTC)", Unit.MOMENT, held.map(Seen::since).orElse(null)));
            facts.add(Fact.of(
                    "Its lease holds for", Unit.TIME, held.map(Seen::left).orElse(null)));
            facts.add(Fact.of(
                    "Term", Unit.COUNT, seen.map(Seen::term).map(Long::intValue).orElse(null)));
        }
        return facts;
    }

    private List<Line> lines(Seen seen) {
        Member leader = seen.isFree() ? null : seen.leader();
        return leases.members().stream()
                .map(present -> line(present, leader, seen.now()))
                .toList();
    }

    private Line line(Present present, @Nullable Member leader, Instant now) {
        Member member = present.member();
        return new Line(
                member,
                leader != null && leader.id().equals(member.id()),
                Leadership.isAlive(present, now),
                drained.isDrained(member.host()),
                present.started(),
                present.lastSign());
    }

    /// A server that has its database for itself signs nowhere.
    private List<Line> alone() {
        Member self = leadership.self();
        return leadership.isShared()
                ? List.of()
                : List.of(new Line(self, true, true, drained.isDrained(self.host()), null, null));
    }

    private Table<Line> servers(List<Line> lines, boolean isOperator) {
        List<Column<Line>> columns = new ArrayList<>(List.of(
                Column.of("server", "Server", Unit.TEXT, line -> line.member().name()),
                Column.<Line>of("leads", "Leads", Unit.TEXT, line -> line.leads() ? "yes" : "no")
                        .toned(line -> line.leads() ? "good" : ""),
                Column.<Line>of("alive", "Alive", Unit.TEXT, line -> line.alive() ? "yes" : "no")
                        .toned(line -> line.alive() ? "good" : "bad"),
                Column.<Line>of("drained", "Drained", Unit.TEXT, line -> line.drained() ? "yes" : "no")
                        .toned(line -> line.drained() ? "warn" : ""),
                Column.of("version", "Version", Unit.TEXT, line -> line.member().version()),
                Column.of("host", "Machine", Unit.TEXT, line -> line.member().host()),
                Column.of("started", "Started (UTC)", Unit.MOMENT, Line::started),
                Column.of("sign", "Last sign of life (UTC)", Unit.MOMENT, Line::lastSign)));
        if (isOperator) {
            columns.add(Column.<Line>of("action", "Do", Unit.TEXT, line -> verb(line) + "\u2026")
                    .to(this::drain));
        }
        return Table.of("servers", "Servers", lines, columns);
    }

    private boolean isHere(Line line) {
        return line.member().host().equals(host.value());
    }

    private String drain(Line line) {
        return Urls.of(
                Urls.ROOT + "/drain",
                Map.of(
                        "on",
                        line.drained() ? "no" : "yes",
                        "host",
                        isHere(line) ? "" : line.member().host()));
    }

    private static String verb(Line line) {
        return line.drained() ? "let it go on" : "drain";
    }

    private static List<Fact> facts(Agents agents) {
        List<AgentView> all = agents.list();
        int slots = all.stream().mapToInt(AgentView::slots).sum();
        int running = all.stream().mapToInt(AgentView::running).sum();
        return List.of(
                Fact.of("Kafka", agents.isUp() ? "answers" : "does not answer").toned(agents.isUp() ? "good" : "bad"),
                Fact.of("Agents", Unit.COUNT, all.size()),
                Fact.of("Slots", Unit.COUNT, slots),
                Fact.of("Transfers under way", Unit.COUNT, running),
                Fact.of("Slots in use", Unit.SHARE, slots == 0 ? null : (Double) ((double) running / slots)),
                Fact.of("Messages that nobody could read", Unit.COUNT, agents.unreadable())
                        .toned(agents.unreadable() > 0 ? "warn" : ""));
    }

    static Table<AgentView> agents(List<AgentView> agents) {
        return Table.of(
                "agents",
                "Agents",
                agents,
                List.of(
                        Column.of("agent", "Agent", Unit.TEXT, AgentView::name),
                        Column.<AgentView>of("state", "State", Unit.TEXT, AgentView::state)
                                .toned(ClusterPage::tone),
                        Column.of("reason", "Why", Unit.TEXT, AgentView::reason),
                        Column.of("running", "Under way", Unit.COUNT, AgentView::running),
                        Column.of("slots", "Slots", Unit.COUNT, AgentView::slots),
                        Column.<AgentView>of("load", "In use", Unit.SHARE, ClusterPage::load)
                                .toned(ClusterPage::loadTone),
                        Column.of("near", "Near", Unit.TEXT, agent -> String.join(" ", agent.near())),
                        Column.of("reach", "Reaches", Unit.TEXT, agent -> String.join(" ", agent.reach())),
                        Column.<AgentView>of("unreached", "Does not reach", Unit.TEXT, ClusterPage::unreached)
                                .toned(agent -> agent.unreached().isEmpty() ? "" : "warn"),
                        Column.of("version", "Version", Unit.TEXT, AgentView::version),
                        Column.of("ahead", "Clock ahead, s", Unit.COUNT, agent -> agent.clockAheadMillis() / 1000.0),
                        Column.of("unreadable", "Unreadable", Unit.COUNT, AgentView::unreadable),
                        Column.of("heard", "Last heard (UTC)", Unit.MOMENT, AgentView::lastHeartbeat)));
    }

    private static String unreached(AgentView agent) {
        return agent.unreached().stream()
                .map(each -> each.endpoint() + " since " + each.since().truncatedTo(ChronoUnit.SECONDS) + " ("
                        + each.failures() + " failures)")
                .collect(Collectors.joining(", "));
    }

    private static String tone(AgentView agent) {
        return agent.state() == AgentState.READY ? "good" : agent.state() == AgentState.LOST ? "bad" : "warn";
    }

    private static @Nullable Double load(AgentView agent) {
        return agent.slots() == 0 ? null : (Double) ((double) agent.running() / agent.slots());
    }

    private static String loadTone(AgentView agent) {
        Double load = load(agent);
        return load != null && load >= FULL ? "warn" : "";
    }
}
