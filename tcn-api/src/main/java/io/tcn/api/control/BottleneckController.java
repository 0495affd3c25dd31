// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.core.optimizer.first.ObservedBottlenecks;
import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.PipeShare;
import io.tcn.core.throughput.ResourceShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    BottleneckController(ControlBoard board) {
        this.board = board;
    }

    /// @param format `json`, or `dot` for Graphviz
    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/bottlenecks")
    ResponseEntity<?> bottlenecks(
            @RequestParam(defaultValue = "json") String format, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Optional<ControlBoard.Entry> last = board.last();
        if (last.isEmpty()) {
            throw Problem.notFound("nothing was measured yet: wait for the end of the first control interval");
        }
        BottleneckStructure structure = ObservedBottlenecks.of(last.get().observation());
        return switch (format) {
            case "dot" -> ResponseEntity.ok().contentType(DOT).body(structure.toDot());
            case "json" ->
                ResponseEntity.ok().body(view(last.get().observation().interval(), structure));
            default -> throw Problem.badRequest("\"format\" is json or dot, given was \"" + format + "\"");
        };
    }

    private static Map<String, Object> view(long interval, BottleneckStructure structure) {
        List<Map<String, Object>> pipes = new ArrayList<>();
        for (int i = 0; i < structure.pipes().size(); i++) {
            PipeShare share = structure.pipes().get(i);
            Map<String, Object> pipe = new LinkedHashMap<>();
            pipe.put("pipe", share.name());
            pipe.put("connections", share.connections());
            pipe.put("throughputBps", finite(share.throughputBps()));
            pipe.put("limitedBy", limit(share, structure));
            pipe.put("ownGainBps", finite(share.ownGainBps()));
            pipe.put("totalGainBps", finite(share.totalGainBps()));
            pipe.put("inWords", structure.explain(i));
            pipes.add(pipe);
        }
        List<Map<String, Object>> resources = new ArrayList<>();
        for (ResourceShare share : structure.resources()) {
            Map<String, Object> resource = new LinkedHashMap<>();
            resource.put("resource", share.name());
            resource.put("connections", share.connections());
            resource.put("capacityBps", finite(share.capacityBps()));
            resource.put("loadBps", finite(share.loadBps()));
            resource.put(
                    "limits",
                    share.limits().stream()
                            .map(pipe -> structure.pipes().get(pipe).name())
                            .toList());
            resources.add(resource);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("interval", interval);
        json.put("pipes", pipes);
        json.put("resources", resources);
        return json;
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
