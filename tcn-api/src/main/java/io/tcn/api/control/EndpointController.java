// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.openapi.About;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.policy.TransferUrls;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.PipeNow;
import io.tcn.api.runtime.PipeSums;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.StrictestLimits;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Storages: what goes on there, and how well. Sums are over the pipes that the caller may see; how attempts went is
/// counted over all, since the start of the server.
@Needs
@RestController
@RequestMapping("/tcn/v1/endpoints")
class EndpointController {
    private final Directory directory;
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final Bans bans;

    EndpointController(Directory directory, ControlPlane controlPlane, ControlBoard board, Bans bans) {
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.board = board;
        this.bans = bans;
    }

    @GetMapping
    @About(value = "A page of the storages at which a pipe of the caller reads or writes.", refuses = 404)
    List<OperationAnswers.EndpointAnswer> all(
            @About("This one only: scheme://host[:port].") @RequestParam(required = false) @Nullable String endpoint,
            @About("true: those at which the last attempts failed.") @RequestParam(defaultValue = "false")
                    boolean failing,
            @About("The last endpoint of the page before.") @RequestParam(required = false) @Nullable String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Endpoint only = endpoint == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(endpoint));
        Map<Endpoint, PipeSums> sums = sums(caller);
        if (only != null && !sums.containsKey(only)) {
            throw Problem.notFound("no pipe that you may see reads or writes at " + endpoint);
        }
        Map<Endpoint, EndpointHealth> health = new TreeMap<>();
        controlPlane.storageHealth().forEach(known -> health.put(known.endpoint(), known));
        Map<Endpoint, EndpointPause> pauses = new TreeMap<>();
        controlPlane.storagePauses().forEach(pause -> pauses.put(pause.endpoint(), pause));
        Map<Endpoint, EndpointLimit> outbound = StrictestLimits.outbound(directory.endpointLimits());
        Map<Endpoint, EndpointLimit> inbound = StrictestLimits.inbound(directory.endpointLimits());
        Endpoint behind = after == null ? null : RequestBodies.checked(() -> TransferUrls.endpoint(after));
        Stream<Map.Entry<Endpoint, PipeSums>> shown = sums.entrySet().stream()
                .filter(entry -> only == null || entry.getKey().equals(only))
                .filter(entry -> !failing || isFailing(health.get(entry.getKey())));
        return Pages.cut(new Pages.Listing(request, response, limit), shown, Map.Entry::getKey, behind).stream()
                .map(entry -> view(
                        entry.getKey(),
                        entry.getValue(),
                        outbound.get(entry.getKey().storage()),
                        inbound.get(entry.getKey().storage()),
                        health.getOrDefault(entry.getKey(), untouched(entry.getKey())),
                        pauses.get(entry.getKey()),
                        caller))
                .toList();
    }

    private static boolean isFailing(@Nullable EndpointHealth health) {
        return health != null && health.failingSince() != null;
    }

    private Map<Endpoint, PipeSums> sums(Caller caller) {
        List<PipeNow> pipes = directory.pipes().stream()
                .filter(pipe -> caller.mayActFor(pipe.user()))
                .map(pipe -> PipeNow.of(pipe, controlPlane, board))
                .toList();
        return new TreeMap<>(PipeSums.ofEndpoints(pipes));
    }

    private static EndpointHealth untouched(Endpoint endpoint) {
        return new EndpointHealth(endpoint, 0, 0, null, null, List.of());
    }

    private OperationAnswers.EndpointAnswer view(
            Endpoint endpoint,
            PipeSums sums,
            @Nullable EndpointLimit outbound,
            @Nullable EndpointLimit inbound,
            EndpointHealth health,
            @Nullable EndpointPause pause,
            Caller caller) {
        return new OperationAnswers.EndpointAnswer(
                endpoint.toString(),
                sums.pipes(),
                sums.reading(),
                sums.writing(),
                sums.queued(),
                sums.readBps(),
                sums.writtenBps(),
                outbound == null ? null : EndpointLimitController.orNull(outbound.maxOutbound()),
                inbound == null ? null : EndpointLimitController.orNull(inbound.maxInbound()),
                health.attempts(),
                health.failures(),
                health.failingSince(),
                health.lastSuccess(),
                health.byReason().stream()
                        .map(count -> view(count, isOperator(caller)))
                        .toList(),
                pause == null ? null : pause.until(),
                bansOf(endpoint, caller));
    }

    /// Samples name files of whoever had the failure: they are for operators.
    private static boolean isOperator(Caller caller) {
        return caller.level(Operation.CONFIG) == Level.ALL;
    }

    private static OperationAnswers.FailureCountAnswer view(EndpointHealth.FailureCount count, boolean withSample) {
        return new OperationAnswers.FailureCountAnswer(
                count.code().name(),
                count.count(),
                count.firstAt(),
                count.lastAt(),
                withSample ? count.sample() : null);
    }

    private List<OperationAnswers.StorageBanAnswer> bansOf(Endpoint endpoint, Caller caller) {
        return bans.storages().stream()
                .filter(ban -> StorageElements.isAt(endpoint, ban.storageElement()) && caller.mayActFor(ban.user()))
                .map(BansController::view)
                .toList();
    }
}
