// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cost`: costs between PIDs or addresses.
@Command(
        name = "cost",
        sortOptions = false,
        description = "Shows costs between PIDs or addresses: routingcost, delay, hops, bandwidth, or what there is.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --metric delay-rt --src pid-cern",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --metric bw-residual:max"
                    + " --src 192.0.2.1 --dst 192.0.2.65,192.0.2.130",
            "",
            "Without --src and --dst: all pairs of PIDs. Bandwidths are shown in bit/s, though ALTO has byte/s."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:trouble with the server or the network, or no such costs", "2:wrong arguments"})
final class CostCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            defaultValue = "routingcost",
            description = "which cost, such as routingcost (default), delay-rt, hopcount, bw-residual:max")
    private String metric = "routingcost";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = CostType.NUMERICAL,
            description = "numerical (default) or ordinal")
    private String mode = CostType.NUMERICAL;

    @Option(names = "--src", paramLabel = "END", split = ",", description = "addresses or PIDs to come from")
    private List<String> sources = new ArrayList<>();

    @Option(names = "--dst", paramLabel = "END", split = ",", description = "addresses or PIDs to go to")
    private List<String> destinations = new ArrayList<>();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            CostType type = type();
            try (Connection connection = server.connect(console)) {
                AltoClient client = connection.client();
                CostRows rows = new CostQuestion(client, client.directory(), type, sources, destinations).ask(console);
                if (server.isJson()) {
                    console.json(rows.json());
                } else {
                    console.lines(rows.text());
                }
                return Console.OK;
            }
        });
    }

    private CostType type() throws WrongArgumentException {
        if (!mode.equals(CostType.NUMERICAL) && !mode.equals(CostType.ORDINAL)) {
            throw new WrongArgumentException(
                    "--mode must be numerical or ordinal; for path vectors see \"tcn alto path\"");
        }
        try {
            return CostType.parse(metric, mode, null);
        } catch (AltoFormatException wrong) {
            throw new WrongArgumentException(
                    "--metric: \"" + metric + "\" is no name of a metric, such as routingcost");
        }
    }
}
