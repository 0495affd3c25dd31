// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.api.loop.Loops;
import io.tcn.api.page.Lines.PipeLine;
import io.tcn.api.page.Section.Fact;
import io.tcn.api.page.Section.Plot;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Resource;
import io.tcn.core.model.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// What happens now, and in the last day.
@Lazy
@Needs
@RestController
class NowPage {
    private final Lines lines;
    private final Answers answers;
    private final ControlPlane controlPlane;
    private final Loops loops;

    NowPage(Lines lines, Answers answers, ControlPlane controlPlane, Loops loops) {
        this.lines = lines;
        this.answers = answers;
        this.controlPlane = controlPlane;
        this.loops = loops;
    }

    @GetMapping({Urls.ROOT, Urls.ROOT + "/"})
    ResponseEntity<byte[]> now(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Asked asked = Asked.of(request);
        List<PipeLine> pipes = lines.pipes(caller);
        View view = new View("Now", "Now", asked).live();
        if (!caller.administrator()) {
            view.lead("What belongs to "
                    + caller.users().stream().map(UserId::value).toList());
        }
        if (!asked.has("as")) {
            view.add(Section.facts("total", "", facts(pipes)));
            view.add(Section.plots("day", "The last 24 hours", plots(caller)));
        }
        view.add(Tables.users(new Later<>(() -> PipeSums.byUser(pipes))));
        view.add(Tables.pipes(
                "Pipes with work",
                new Later<>(() -> pipes.stream()
                        .filter(line -> line.activity().activeTransfers() > 0
                                || line.activity().readyTransfers() > 0
                                || line.throughputBps() > 0)
                        .toList())));
        view.add(Tables.endpoints(new Later<>(() -> PipeSums.byEndpoint(pipes))));
        view.add(Tables.resources(
                "By link",
                new Later<>(() -> lines.resources(caller).stream()
                        .filter(line -> line.resource().kind() == Resource.Kind.LINK && line.usedBps() > 0)
                        .toList())));
        return answers.of(view, caller);
    }

    private List<Fact> facts(List<PipeLine> pipes) {
        PipeSums total = PipeSums.total(pipes);
        Set<Endpoint> mine = Lines.endpoints(pipes);
        long failing = controlPlane.storageHealth().stream()
                .filter(health -> mine.contains(health.endpoint()))
                .map(EndpointHealth::failingSince)
                .filter(since -> since != null)
                .count();
        int troubles = loops.troubles().size();
        return List.of(
                Fact.of("Moving", Unit.BYTES, total.throughputBps() / 8).withSuffix("/s"),
                Fact.of("Running", Unit.COUNT, total.running()).to(Urls.ROOT + "/transfers"),
                Fact.of("Queued", Unit.COUNT, total.queued()),
                Fact.of("Waiting for others", Unit.COUNT, total.waiting()),
                Fact.of("Connections open", Unit.COUNT, total.open()),
                Fact.of("Failed in the last interval", Unit.COUNT, total.failedLately())
                        .toned(total.failedLately() > 0 ? "bad" : "")
                        .to(Urls.ROOT + "/failures"),
                Fact.of("Storages that fail", Unit.COUNT, failing)
                        .toned(failing > 0 ? "bad" : "good")
                        .to(Urls.ROOT + "/failures"),
                Fact.of("Loops in trouble", Unit.COUNT, troubles)
                        .toned(troubles > 0 ? "bad" : "good")
                        .to(Urls.ROOT + "/server"));
    }

    private static List<Plot> plots(Caller caller) {
        List<Plot> plots = new ArrayList<>();
        if (caller.administrator()) {
            plots.addAll(Plots.of("", Map.of()));
        } else {
            caller.users().forEach(user -> plots.addAll(Plots.of(" of " + user.value(), Map.of("user", user.value()))));
        }
        return plots;
    }
}
