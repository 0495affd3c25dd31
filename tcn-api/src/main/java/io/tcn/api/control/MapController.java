// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.network.AltoNetwork;
import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.StateSnapshot;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The network map: resources, which pipe uses which, how old that is and who tells it.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class MapController {
    private final ControlPlane controlPlane;
    private final AltoNetwork network;
    private final TimeSource time;

    MapController(ControlPlane controlPlane, AltoNetwork network, TimeSource time) {
        this.controlPlane = controlPlane;
        this.network = network;
        this.time = time;
    }

    @GetMapping("/map")
    @About("The network map: resources, what is known of them, and how old that is.")
    NetworkAnswers.MapAnswer map() {
        return MapViews.map(controlPlane.state().snapshot().map(), network.status(), time.now());
    }

    /// What is known of each pipe of the caller.
    @GetMapping("/map/pipes")
    @About("A page of what is known of the way of each pipe of the caller, by name of the pipe.")
    List<NetworkAnswers.PipeMappingAnswer> pipes(
            @About("Those of this user.") @RequestParam(required = false) @Nullable String user,
            @About("The last pipe of the page before.") @RequestParam(defaultValue = "") String after,
            @About(value = "The most rows.", atLeast = 1, atMost = 1000) @RequestParam(defaultValue = "1000") int limit,
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        StateSnapshot snapshot = controlPlane.state().snapshot();
        NetworkMapSnapshot map = snapshot.map();
        Stream<PipeId> pipes = snapshot.pipes().values().stream()
                .filter(pipe -> caller.mayActFor(pipe.user()))
                .filter(pipe -> user == null || pipe.user().value().equals(user))
                .map(Pipe::id)
                .sorted();
        return Pages.cut(new Pages.Listing(request, response, limit), pipes, PipeId::value, after).stream()
                .map(pipe -> MapViews.pipe(pipe, map))
                .toList();
    }
}
