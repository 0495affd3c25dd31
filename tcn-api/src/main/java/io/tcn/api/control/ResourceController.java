// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.PipeObservation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Links and storages of the present map with what was moved over them in the last interval, and by whom.
@Needs
@RestController
@RequestMapping("/tcn/v1/resources")
class ResourceController {
    private static final ResourceSetName ASKED = ResourceSetName.of("asked");

    private final ControlPlane controlPlane;
    private final ControlBoard board;

    ResourceController(ControlPlane controlPlane, ControlBoard board) {
        this.controlPlane = controlPlane;
        this.board = board;
    }

    /// @param matching only those that a resource-set with this pattern would have
    @GetMapping
    @About("A page of the resources of the present map, by name, with what was moved over them in the last interval.")
    List<NetworkAnswers.ResourceAnswer> all(
            @About("Those that a resource-set with this pattern would have.") @RequestParam(required = false) @Nullable
                    String matching,
            @About("The last name of the page before.") @RequestParam(required = false) @Nullable String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        ResourceSet asked =
                matching == null ? null : RequestBodies.checked(() -> new ResourceSet(ASKED, List.of(matching)));
        Map<ResourceId, Map<UserId, Double>> usedBps = usedBps();
        Map<ResourceId, Double> measuredBps = measuredBps();
        Map<ResourceId, List<ConstraintReport>> constraints = constraints();
        ResourceId behind = after == null ? null : RequestBodies.checked(() -> ResourceId.of(after));
        Stream<Resource> resources = controlPlane.state().snapshot().map().resources().values().stream()
                .filter(resource -> asked == null || asked.contains(resource))
                .sorted(Comparator.comparing(Resource::id));
        return Pages.cut(new Pages.Listing(request, response, limit), resources, Resource::id, behind).stream()
                .map(resource -> view(
                        resource,
                        usedBps.getOrDefault(resource.id(), Map.of()),
                        measuredBps.get(resource.id()),
                        constraints.getOrDefault(resource.id(), List.of()),
                        caller))
                .toList();
    }

    private Map<ResourceId, Map<UserId, Double>> usedBps() {
        Map<ResourceId, Map<UserId, Double>> used = new HashMap<>();
        board.last().ifPresent(last -> {
            for (PipeObservation pipe : last.observation().pipes()) {
                if (pipe.throughputBps() > 0) {
                    last.observation()
                            .map()
                            .pipeResources()
                            .getOrDefault(pipe.pipe().id(), List.of())
                            .forEach(resource -> used.computeIfAbsent(resource, first -> new TreeMap<>())
                                    .merge(pipe.pipe().user(), pipe.throughputBps(), Double::sum));
                }
            }
        });
        return used;
    }

    private NetworkAnswers.ResourceAnswer view(
            Resource resource,
            Map<UserId, Double> usedBps,
            @Nullable Double measuredBps,
            List<ConstraintReport> constraints,
            Caller caller) {
        return new NetworkAnswers.ResourceAnswer(
                resource.id().value(),
                resource.description().label(),
                resource.kind(),
                resource.description().source(),
                resource.capacityBps(),
                measuredBps,
                usedBps.values().stream().mapToDouble(Double::doubleValue).sum(),
                usedBps.entrySet().stream()
                        .filter(entry -> caller.mayActFor(entry.getKey()))
                        .map(entry -> new NetworkAnswers.ResourceUserAnswer(
                                entry.getKey().value(), entry.getValue()))
                        .toList(),
                constraints.stream()
                        .filter(report -> caller.mayActFor(report.user()))
                        .map(report -> new NetworkAnswers.ResourceConstraintAnswer(
                                report.kind(),
                                report.user().value(),
                                report.limitBps(),
                                report.usedBps(),
                                report.price()))
                        .toList());
    }

    /// What was measured of resources whose capacity is doubted.
    private Map<ResourceId, Double> measuredBps() {
        Map<ResourceId, Double> measured = new HashMap<>();
        board.last()
                .ifPresent(last -> last.decision()
                        .doubts()
                        .forEach(doubt -> measured.putIfAbsent(doubt.resource(), doubt.measuredBps())));
        return measured;
    }

    private Map<ResourceId, List<ConstraintReport>> constraints() {
        return board.last().stream()
                .flatMap(last -> last.decision().constraints().stream())
                .collect(Collectors.groupingBy(ConstraintReport::resource));
    }
}
