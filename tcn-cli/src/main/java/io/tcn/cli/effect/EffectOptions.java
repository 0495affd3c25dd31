// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.effect;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How far a dry run looks, and at what.
public final class EffectOptions {
    private static final int NOT_FOUND = 404;
    private static final int BUSY = 503;

    @Option(
            names = "--horizon",
            paramLabel = "TIME",
            description = "with --dry-run: how far to look, from 10s to 24h (default: 10m)")
    private @Nullable Duration horizon;

    @Option(
            names = "--job",
            paramLabel = "JOB",
            description = "with --dry-run: also tell when this job would end; can be given several times")
    private List<String> jobs = new ArrayList<>();

    @Option(names = "--no-effect", description = "with --dry-run: only show what would change, not what it would do")
    private boolean without;

    /// Asks the server what a change would do.
    ///
    /// @param change a body of `POST /tcn/v1/what-if`
    /// @return the answer; empty if it was not wanted; why there is none, of a server that is busy or older
    public JsonNode ask(Api api, ObjectNode change) throws Trouble {
        if (without) {
            return Json.object();
        }
        if (horizon != null) {
            change.put("horizonSeconds", horizon.toSeconds());
        }
        if (!jobs.isEmpty()) {
            ArrayNode asked = change.putArray("jobs");
            jobs.forEach(asked::add);
        }
        try {
            return api.ask(Route.of("what-if"), change);
        } catch (Trouble untold) {
            boolean isOlder = untold.status() == NOT_FOUND && jobs.isEmpty();
            if (!isOlder && untold.status() != BUSY) {
                throw untold;
            }
            return Json.object().put("untold", String.valueOf(untold.getMessage()));
        }
    }
}
