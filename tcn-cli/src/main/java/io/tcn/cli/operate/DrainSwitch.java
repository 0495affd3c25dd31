// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Drains a server, or ends that.
abstract class DrainSwitch extends ChangeCommand {
    private final boolean drained;

    @Option(names = "--host", paramLabel = "HOST", description = "which server (default: the one that leads)")
    private @Nullable String host;

    DrainSwitch(boolean drained) {
        this.drained = drained;
    }

    @Override
    protected final JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object().put("drained", drained);
        if (host != null) {
            body.put("host", host);
        }
        return api.put(Route.of("drain"), body);
    }

    @Override
    protected final void show(JsonNode answer, Console console) {
        console.line((host == null ? "the server" : host) + (drained ? " is drained" : " starts transfers again"));
    }
}
