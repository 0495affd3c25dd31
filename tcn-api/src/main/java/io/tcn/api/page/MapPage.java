// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.alto.map.FeedStatus;
import io.tcn.api.network.AltoNetwork;
import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Lines.ResourceLine;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.first.ObservedBottlenecks;
import io.tcn.core.port.TimeSource;
import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.PipeShare;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The network as the loops know it, and one resource of it.
@Lazy
@Needs
@RestController
class MapPage {
    /// Above this the bottlenecks are not worked out for a page.
    private static final int MOST_PIPES = 2000;

    private final Lines lines;
    private final Answers answers;
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final AltoNetwork network;
    private final TimeSource time;

    MapPage(
            Lines lines,
            Answers answers,
            ControlPlane controlPlane,
            ControlBoard board,
            AltoNetwork network,
            TimeSource time) {
        this.lines = lines;
        this.answers = answers;
        this.controlPlane = controlPlane;
        this.board = board;
        this.network = network;
        this.time = time;
    }

    @GetMapping(Urls.ROOT + "/map")
    ResponseEntity<byte[]> map(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        View view = new View("Map", "Map", Asked.of(request)).live();
        List<ResourceLine> resources = lines.resources(caller);
        var map = controlPlane.state().snapshot().map();
        view.add(Section.facts(
                "age",
                "",
                List.of(
                        Fact.of("Resources", Unit.COUNT, map.resources().size()),
                        Fact.of("Version", Unit.COUNT, map.version().value()),
                        Fact.of("Last heard", Unit.TIME, Duration.between(map.asOf(), time.now()))
                                .withSuffix(" ago"),
                        Fact.of(
                                "Source",
                                network.topology().isPresent()
                                        ? "topology file"
                                        : network.status().isEmpty() ? "none: storages only" : "ALTO servers"))));
        view.add(Section.picture("network", "The network", NetworkPicture.of(network.topology(), resources)));
        view.add(Tables.resources("Resources", resources));
        view.add(Table.of(
                "servers",
                "Who tells the map",
                network.status(),
                List.of(
                        Column.of("server", "ALTO server", Unit.TEXT, FeedStatus::server),
                        Column.of("service", "Service", Unit.TEXT, FeedStatus::service),
                        Column.<FeedStatus>of("freshness", "State", Unit.TEXT, FeedStatus::freshness)
                                .toned(one -> one.freshness().name().equals("FRESH") ? "good" : "bad"),
                        Column.of("confirmed", "Last heard (UTC)", Unit.MOMENT, FeedStatus::confirmedAt),
                        Column.of("trouble", "Trouble", Unit.TEXT, FeedStatus::trouble))));
        return answers.of(view, caller);
    }

    @GetMapping(Urls.ROOT + "/resource")
    ResponseEntity<byte[]> resource(
            @RequestParam String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        ResourceLine line = lines.resources(caller).stream()
                .filter(one -> one.resource().id().value().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("the present map has no such resource"));
        ResourceId resource = line.resource().id();
        View view = new View(line.name(), "Map", Asked.of(request)).live();
        view.add(Section.facts(
                "resource",
                "",
                List.of(
                        Fact.of("Name", resource.value()),
                        Fact.of("Kind", line.resource().kind().text()),
                        Fact.of("Used", Unit.BPS, line.usedBps()),
                        Fact.of("Capacity", Unit.BPS, line.resource().capacityBps()),
                        Fact.of("Full", Unit.SHARE, line.share()).toned(Tables.tone(line.share())),
                        Fact.of("Told by", line.resource().description().source()))));
        Map<String, String> limitedBy = limitedBy(caller);
        view.add(Table.of(
                "pipes",
                "Pipes over it",
                lines.pipes(caller, pipe -> lines.pathOf(pipe.id()).contains(resource)),
                List.of(
                        Column.<PipeLine>of(
                                        "pipe",
                                        "Pipe",
                                        Unit.TEXT,
                                        one -> one.pipe().id().value())
                                .to(one -> Urls.pipe(one.pipe().id())),
                        Column.<PipeLine>of(
                                "user",
                                "User",
                                Unit.TEXT,
                                one -> one.pipe().user().value()),
                        Column.<PipeLine>of("n", "n", Unit.COUNT, PipeLine::connections),
                        Column.<PipeLine>of("throughput", "Throughput", Unit.BPS, PipeLine::throughputBps),
                        Column.<PipeLine>of(
                                "limited",
                                "Limited by",
                                Unit.TEXT,
                                one -> limitedBy.get(one.pipe().id().value())))));
        view.add(constraints(
                "Resource controls on it",
                board.last().stream()
                        .flatMap(last -> last.decision().constraints().stream())
                        .filter(report -> report.resource().equals(resource) && caller.mayActFor(report.user()))
                        .toList()));
        return answers.of(view, caller);
    }

    /// What limits each pipe, for operators: it tells of everybody's pipes.
    private Map<String, String> limitedBy(Caller caller) {
        Map<String, String> limited = new TreeMap<>();
        board.last()
                .filter(last ->
                        Answers.isOperator(caller) && last.observation().pipes().size() <= MOST_PIPES)
                .ifPresent(last -> {
                    BottleneckStructure structure = ObservedBottlenecks.of(last.observation());
                    for (PipeShare share : structure.pipes()) {
                        limited.put(
                                share.name(),
                                switch (share.limit()) {
                                    case RESOURCE ->
                                        structure
                                                .resources()
                                                .get(share.bottleneck())
                                                .name();
                                    case OWN_CEILING -> "its connections";
                                    case NO_CONNECTIONS -> "no connections";
                                    case NOTHING -> "nothing known";
                                });
                    }
                });
        return limited;
    }

    static Table<ConstraintReport> constraints(String title, List<ConstraintReport> reports) {
        return Table.of(
                "constraints",
                title,
                reports,
                List.of(
                        Column.<ConstraintReport>of("kind", "Kind", Unit.TEXT, ConstraintReport::kind)
                                .to(one -> Urls.of(
                                        Urls.ROOT + "/history",
                                        "control",
                                        one.kind() + " " + one.user() + " " + one.resource())),
                        Column.<ConstraintReport>of(
                                        "user",
                                        "User",
                                        Unit.TEXT,
                                        one -> one.user().value())
                                .to(one -> Urls.user(one.user())),
                        Column.<ConstraintReport>of(
                                        "resource",
                                        "Resource",
                                        Unit.TEXT,
                                        one -> one.resource().value())
                                .to(one -> Urls.resource(one.resource())),
                        Column.of("limit", "Limit", Unit.BPS, ConstraintReport::limitBps),
                        Column.of("used", "Used", Unit.BPS, ConstraintReport::usedBps),
                        Column.<ConstraintReport>of("slack", "Left", Unit.BPS, ConstraintReport::slackBps)
                                .toned(one -> one.slackBps() < 0 ? "bad" : ""),
                        Column.of("price", "Price", Unit.SCIENTIFIC, ConstraintReport::price)));
    }
}
