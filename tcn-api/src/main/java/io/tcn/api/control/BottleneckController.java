// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.why.PipeCauses;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.first.ObservedBottlenecks;
import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.PipeShare;
import io.tcn.core.throughput.ResourceShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Which resource limits which pipe, as of the last control interval. For operators: it names the pipes of all
/// users.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class BottleneckController {
    private static final MediaType DOT = MediaType.parseMediaType("text/vnd.graphviz;charset=UTF-8");

    private final ControlBoard board;
    private final PipeCauses causes;

    BottleneckController(ControlBoard board, PipeCauses causes) {
        this.board = board;
        this.causes = causes;
    }

    /// @param format `json`, or `dot` for Graphviz
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/bottlenecks")
    @About(
            value = "Which resource limits which pipe in the last interval.",
            answers = NetworkAnswers.BottlenecksAnswer.class,
            alsoAs = "text/vnd.graphviz",
            refuses = 404)
    ResponseEntity<?> bottlenecks(
            @About(
                            value = "As what: dot is for Graphviz.",
                            oneOf = {"json", "dot"})
                    @RequestParam(defaultValue = "json")
                    String format,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Optional<ControlBoard.Entry> last = board.last();
        if (last.isEmpty()) {
            throw Problem.notFound("nothing was measured yet: wait for the end of the first control interval");
        }
        BottleneckStructure structure = ObservedBottlenecks.of(last.get().observation());
        return switch (format) {
            case "dot" -> ResponseEntity.ok().contentType(DOT).body(structure.toDot());
            case "json" -> ResponseEntity.ok().body(view(last.get().observation(), structure));
            default -> throw Problem.badRequest("\"format\" is json or dot, given was \"" + format + "\"");
        };
    }

    private NetworkAnswers.BottlenecksAnswer view(Observation observation, BottleneckStructure structure) {
        List<NetworkAnswers.PipeBottleneckAnswer> pipes = new ArrayList<>();
        for (int i = 0; i < structure.pipes().size(); i++) {
            PipeShare share = structure.pipes().get(i);
            Pipe pipe = observation.pipes().get(i).pipe();
            pipes.add(new NetworkAnswers.PipeBottleneckAnswer(
                    share.name(),
                    share.connections(),
                    finite(share.throughputBps()),
                    limit(share, structure),
                    finite(share.ownGainBps()),
                    finite(share.totalGainBps()),
                    share.limit() == PipeShare.Limit.OWN_CEILING
                            ? causes.of(pipe).text()
                            : null,
                    structure.explain(i)));
        }
        List<NetworkAnswers.ResourceLoadAnswer> resources = new ArrayList<>();
        for (ResourceShare share : structure.resources()) {
            resources.add(new NetworkAnswers.ResourceLoadAnswer(
                    share.name(),
                    share.connections(),
                    finite(share.capacityBps()),
                    finite(share.loadBps()),
                    share.limits().stream()
                            .map(pipe -> structure.pipes().get(pipe).name())
                            .toList()));
        }
        return new NetworkAnswers.BottlenecksAnswer(observation.interval(), pipes, resources);
    }

    private static String limit(PipeShare share, BottleneckStructure structure) {
        return switch (share.limit()) {
            case RESOURCE -> structure.resources().get(share.bottleneck()).name();
            case OWN_CEILING -> "its connections";
            case NO_CONNECTIONS -> "no connections";
            case NOTHING -> "nothing known";
        };
    }

    /// What nobody knows is null, as JSON has no infinity.
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
