// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.PidPairs;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `path`: path vectors.
@Command(
        name = "path",
        sortOptions = false,
        description = "Shows what the traffic of pairs crosses: each element with its capacity, and what pairs share.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird pid-cern pid-bnl",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --src 192.0.2.1 --dst 192.0.2.65,192.0.2.130",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --pids --src pid-cern --dst pid-bnl,pid-fnal",
            "",
            "An end is an address, or a PID: then an address in it is asked for (with --pids, the PID itself).",
            "A capacity is a rate, \"unknown\" where the server says none, or \"closed\" where it says 0."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:trouble with the server or the network, or no path vectors", "2:wrong arguments"})
final class PathCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Parameters(index = "1..*", arity = "0..2", paramLabel = "SRC DST", description = "one source and one destination")
    private List<String> ends = new ArrayList<>();

    @Mixin
    private PairOptions pairs = new PairOptions();

    @Option(names = "--pids", description = "ask for paths between PIDs")
    private boolean pids;

    @Option(names = "--id", paramLabel = "ID", description = "which path-vector resource (default: the first one)")
    private @Nullable String id;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            PairOptions.Sides sides = pairs.sides(ends);
            try (Connection connection = server.connect(console)) {
                AltoClient client = connection.client();
                ServiceDirectory directory = client.directory();
                ServiceKind kind = pids ? ServiceKind.PID_PATH_VECTOR : ServiceKind.ENDPOINT_PATH_VECTOR;
                String service = PathServices.find(directory, kind, id).id();
                Places places = new Places(client);
                PathView view = pids
                        ? byPid(client, service, places.pids(sides.sources()), places.pids(sides.destinations()))
                        : byAddress(
                                client,
                                service,
                                places.addresses(sides.sources()),
                                places.addresses(sides.destinations()));
                if (server.isJson()) {
                    console.json(PathText.json(view, service));
                } else {
                    console.lines(PathText.lines(view, service));
                }
                return Console.OK;
            }
        });
    }

    private static PathView byAddress(
            AltoClient client, String service, List<Address> sources, List<Address> destinations)
            throws AltoException, InterruptedException {
        return PathView.of(
                client.endpointPathVectors(service, EndpointPairs.of(sources, destinations), PathView.PROPERTIES)
                        .document(),
                sources,
                destinations);
    }

    private static PathView byPid(AltoClient client, String service, List<String> sources, List<String> destinations)
            throws AltoException, InterruptedException {
        return PathView.of(
                client.pidPathVectors(service, map -> new PidPairs(sources, destinations), PathView.PROPERTIES)
                        .answer()
                        .document(),
                sources,
                destinations);
    }
}
