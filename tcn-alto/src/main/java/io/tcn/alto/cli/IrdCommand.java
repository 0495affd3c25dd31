// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.Json;
import io.tcn.alto.model.CostType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `ird`: what a server offers.
@Command(
        name = "ird",
        sortOptions = false,
        description = "Shows what a server offers: the resources of its directory and of those that it leads to.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird",
            "  ${COMMAND-FULL-NAME} https://alto.example.net/ird --user me --password-file secret --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:trouble with the server or the network", "2:wrong arguments"})
final class IrdCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            try (Connection connection = server.connect(console)) {
                ServiceDirectory directory = connection.client().directory();
                if (server.isJson()) {
                    console.json(json(directory));
                } else {
                    console.lines(table(directory));
                }
                return Console.OK;
            }
        });
    }

    private static List<String> table(ServiceDirectory directory) {
        TextTable table = new TextTable("ID", "KIND", "METHOD", "CAPABILITIES", "URI");
        for (Service service : directory.all()) {
            table.row(
                    service.id(),
                    name(service.kind()),
                    isPost(service.kind()) ? "POST" : "GET",
                    Capability.inShort(service),
                    service.uri().toString());
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        lines.add("default network map: "
                + directory.defaultNetworkMap().map(Service::id).orElse("none is named"));
        lines.add("cost types: " + (types(directory).isEmpty() ? "none" : String.join(", ", types(directory))));
        if (directory.skipped().isEmpty()) {
            lines.add("skipped: nothing");
        }
        directory.skipped().forEach(note -> lines.add("skipped: " + note));
        return lines;
    }

    private static SortedSet<String> types(ServiceDirectory directory) {
        SortedSet<String> types = new TreeSet<>();
        for (Service service : directory.all()) {
            for (CostType type : service.costTypes()) {
                types.add(type.metric() + " (" + type.mode() + ")");
            }
        }
        return types;
    }

    private static ObjectNode json(ServiceDirectory directory) {
        ObjectNode root = Json.newObject();
        directory.defaultNetworkMap().ifPresent(map -> root.put("defaultNetworkMap", map.id()));
        ArrayNode resources = root.putArray("resources");
        for (Service service : directory.all()) {
            ObjectNode entry = resources.addObject();
            entry.put("id", service.id());
            entry.put("kind", name(service.kind()));
            entry.put("method", isPost(service.kind()) ? "POST" : "GET");
            entry.put("uri", service.uri().toString());
            entry.put("mediaType", service.mediaType().toString());
            ArrayNode types = entry.putArray("costTypes");
            service.costTypes()
                    .forEach(type ->
                            types.addObject().put("metric", type.metric()).put("mode", type.mode()));
            ArrayNode uses = entry.putArray("uses");
            service.uses().forEach(uses::add);
            entry.put("capabilities", Capability.inShort(service));
        }
        ArrayNode skipped = root.putArray("skipped");
        directory.skipped().forEach(skipped::add);
        return root;
    }

    /// Such as `endpoint-path-vector`.
    static String name(ServiceKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static boolean isPost(ServiceKind kind) {
        return switch (kind) {
            case NETWORK_MAP, COST_MAP, PROPERTY_MAP -> false;
            case FILTERED_NETWORK_MAP,
                    FILTERED_COST_MAP,
                    ENDPOINT_PROPERTIES,
                    ENDPOINT_COST,
                    FILTERED_PROPERTY_MAP,
                    PID_PATH_VECTOR,
                    ENDPOINT_PATH_VECTOR,
                    UPDATES,
                    TIPS -> true;
        };
    }
}
