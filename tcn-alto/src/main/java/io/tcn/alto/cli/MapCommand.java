// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.codec.Json;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PidMatch;
import io.tcn.alto.model.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `map`: a network map.
@Command(
        name = "map",
        sortOptions = false,
        description = "Shows a network map: which addresses are one place (PID), and in which PID an address is.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --pid pid-cern --pid pid-bnl",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --find 192.0.2.17 --find 2001:db8::1"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:trouble with the server or the network", "2:wrong arguments"})
final class MapCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--id", paramLabel = "ID", description = "which network map (default: the server's default one)")
    private @Nullable String id;

    @Option(names = "--pid", paramLabel = "PID", arity = "1..*", description = "only these PIDs")
    private List<String> pids = new ArrayList<>();

    @Option(names = "--find", paramLabel = "ADDRESS", arity = "1..*", description = "the PID of these addresses")
    private List<String> find = new ArrayList<>();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            SortedMap<String, Address> addresses = new TreeMap<>();
            for (String text : find) {
                addresses.put(
                        text,
                        Places.address(text)
                                .orElseThrow(() -> new WrongArgumentException(
                                        "--find: \"" + text + "\" is no address such as 192.0.2.1 or 2001:db8::1")));
            }
            try (Connection connection = server.connect(console)) {
                PidMapDocument map = read(connection.client());
                for (String pid : pids) {
                    if (!map.pids().containsKey(pid)) {
                        throw new WrongArgumentException("--pid: the network map has no PID \"" + pid + "\"");
                    }
                }
                if (server.isJson()) {
                    console.json(json(map, addresses));
                } else {
                    console.lines(text(map, addresses));
                }
                return Console.OK;
            }
        });
    }

    private PidMapDocument read(AltoClient client) throws AltoException, InterruptedException {
        return client.networkMap(Places.mapId(client.directory(), id)).document();
    }

    private boolean isShown(String pid) {
        return pids.isEmpty() || pids.contains(pid);
    }

    private List<String> text(PidMapDocument map, SortedMap<String, Address> addresses) {
        List<String> lines = new ArrayList<>();
        if (addresses.isEmpty()) {
            TextTable table = new TextTable("PID", "PREFIXES");
            map.pids().forEach((pid, prefixes) -> {
                if (isShown(pid)) {
                    table.row(pid, prefixes.isEmpty() ? "-" : joined(prefixes));
                }
            });
            lines.addAll(table.lines());
        } else {
            TextTable table = new TextTable("ADDRESS", "PID", "PREFIX");
            addresses.forEach((text, address) -> {
                Optional<PidMatch> match = map.find(address);
                table.row(
                        text,
                        match.map(PidMatch::pid).orElse("none"),
                        match.map(m -> Prefix.around(address, m.prefixLength()).toString())
                                .orElse("-"));
            });
            lines.addAll(table.lines());
        }
        lines.add("");
        lines.add("network map " + map.vtag().resourceId() + ", tag "
                + map.vtag().tag() + ", " + map.pids().size() + " PIDs");
        lines.add(map.faults().counts().isEmpty() ? "faults: none" : "faults: " + faults(map));
        return lines;
    }

    private static String joined(List<Prefix> prefixes) {
        return String.join(" ", prefixes.stream().map(Prefix::toString).toList());
    }

    private static String faults(PidMapDocument map) {
        List<String> words = new ArrayList<>();
        map.faults().counts().forEach((fault, count) -> words.add(count + " x " + name(fault)));
        return String.join(", ", words);
    }

    private static String name(Fault fault) {
        return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ObjectNode json(PidMapDocument map, SortedMap<String, Address> addresses) {
        ObjectNode root = Json.newObject();
        root.put("id", map.vtag().resourceId()).put("tag", map.vtag().tag());
        ObjectNode all = root.putObject("pids");
        map.pids().forEach((pid, prefixes) -> {
            if (isShown(pid)) {
                ArrayNode array = all.putArray(pid);
                prefixes.forEach(prefix -> array.add(prefix.toString()));
            }
        });
        ArrayNode found = root.putArray("found");
        addresses.forEach((text, address) -> {
            ObjectNode entry = found.addObject().put("address", text);
            map.find(address)
                    .ifPresent(match -> entry.put("pid", match.pid())
                            .put(
                                    "prefix",
                                    Prefix.around(address, match.prefixLength()).toString()));
        });
        ObjectNode faults = root.putObject("faults");
        map.faults().counts().forEach((fault, count) -> faults.put(name(fault), count));
        return root;
    }
}
