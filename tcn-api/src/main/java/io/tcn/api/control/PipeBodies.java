// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.TransferUrls;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// Pipes as a body states them: what is not given has its default, and a pipe that exists, or was removed, keeps its
/// name.
@Component
class PipeBodies {
    private final Directory directory;
    private final TcnProperties properties;

    PipeBodies(Directory directory, TcnProperties properties) {
        this.directory = directory;
        this.properties = properties;
    }

    static PipeKey key(Requests.CreatePipe body) {
        return RequestBodies.checked(() -> new PipeKey(
                TransferUrls.endpoint(RequestBodies.need(body.source(), "source")),
                TransferUrls.endpoint(RequestBodies.need(body.destination(), "destination")),
                UserId.of(RequestBodies.need(body.user(), "user"))));
    }

    /// The limits that a request gives; what it does not give is as otherwise.
    static PipeLimits limits(@Nullable Integer least, @Nullable Integer most, PipeLimits otherwise) {
        return RequestBodies.checked(() -> {
            Integer min = DeclaredRange.connections("\"minConnections\"", least);
            Integer max = DeclaredRange.connections("\"maxConnections\"", most);
            return new PipeLimits(
                    min == null ? otherwise.minConnections() : min, max == null ? otherwise.maxConnections() : max);
        });
    }

    Pipe pipe(PipeKey key, Requests.CreatePipe body) {
        PipeLimits limits = limits(
                body.minConnections(),
                body.maxConnections(),
                new PipeLimits(
                        properties.pipes().minConnections(), properties.pipes().maxConnections()));
        Optional<Pipe> present = directory.findPipe(key).or(() -> directory.findForgotten(key));
        String name = body.id();
        PipeId id = present.map(Pipe::id)
                .orElseGet(() -> name == null ? key.toPipeId() : RequestBodies.checked(() -> PipeId.of(name)));
        if (name != null && !id.value().equals(name)) {
            throw new Problem(
                    HttpStatus.CONFLICT, "this pipe exists under the name " + id + ", which cannot be changed");
        }
        if (present.isEmpty() && directory.findPipe(id).isPresent()) {
            throw new Problem(HttpStatus.CONFLICT, "another pipe has the name " + id + " already");
        }
        double weight = body.weight() == null ? 1.0 : body.weight();
        return RequestBodies.checked(() -> new Pipe(id, key.source(), key.destination(), key.user(), limits, weight));
    }
}
