// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
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

/// `watch`: follows the paths of pairs.
@Command(
        name = "watch",
        sortOptions = false,
        description = "Follows what the traffic of pairs crosses, and prints a line for each change.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird pid-cern pid-bnl",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird 192.0.2.1 192.0.2.65 --for 60 --json",
            "",
            "The server tells of changes by its update stream; where it has none, it is asked every --period seconds.",
            "Ends at Ctrl-C, or after --for seconds."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the time of --for is over",
            "1:trouble with the server or the network at the start",
            "2:wrong arguments",
            "130, 143:stopped by Ctrl-C or SIGTERM"
        })
final class WatchCommand implements Callable<Integer> {
    private static final double MAX_SECONDS = 1e8;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Parameters(index = "1..*", arity = "0..2", paramLabel = "SRC DST", description = "one source and one destination")
    private List<String> ends = new ArrayList<>();

    @Mixin
    private PairOptions pairs = new PairOptions();

    @Option(
            names = "--period",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "how often to ask where no update stream is up (default 30)")
    private double periodSeconds;

    @Option(names = "--for", paramLabel = "SECONDS", description = "end after so long (default: at Ctrl-C)")
    private @Nullable Double forSeconds;

    @Option(names = "--id", paramLabel = "ID", description = "which path-vector resource (default: the first one)")
    private @Nullable String id;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            PairOptions.Sides sides = pairs.sides(ends);
            Duration period = seconds("--period", periodSeconds);
            InstantSource clock = InstantSource.system();
            Instant end = forSeconds == null ? null : clock.instant().plus(seconds("--for", forSeconds));
            try (Connection connection = server.connect(console)) {
                AltoClient client = connection.client();
                String service = PathServices.find(client.directory(), ServiceKind.ENDPOINT_PATH_VECTOR, id)
                        .id();
                Places places = new Places(client);
                EndpointPairs asked =
                        EndpointPairs.of(places.addresses(sides.sources()), places.addresses(sides.destinations()));
                try (StopSignal _ = StopSignal.install()) {
                    new PathWatch(client, service, asked, period, new Printing(console, service), clock).run(end);
                }
                return Console.OK;
            }
        });
    }

    private static Duration seconds(String option, double seconds) throws WrongArgumentException {
        if (!(seconds >= 0.01) || seconds > MAX_SECONDS) {
            throw new WrongArgumentException(option + " must be at least 0.01 seconds");
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /// Prints what happens.
    private final class Printing implements PathWatch.Teller {
        private final Console console;
        private final String service;

        private Printing(Console console, String service) {
            this.console = console;
            this.service = service;
        }

        @Override
        public void first(PathView view) {
            if (server.isJson()) {
                console.jsonLine(PathText.json(view, service));
            } else {
                console.lines(PathText.lines(view, service));
            }
        }

        @Override
        public void changed(Instant at, List<PathChanges.Change> changes) {
            String time = at.truncatedTo(ChronoUnit.MILLIS).toString();
            for (PathChanges.Change change : changes) {
                if (server.isJson()) {
                    console.jsonLine(Json.newObject()
                            .put("at", time)
                            .put("what", change.what())
                            .put("from", change.before())
                            .put("to", change.after()));
                } else {
                    console.line(time + "  " + change);
                }
            }
        }

        @Override
        public void note(String text) {
            console.note(text);
        }
    }
}
