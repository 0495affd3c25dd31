// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.check.CheckResult;
import io.tcn.alto.check.Conformance;
import io.tcn.alto.check.Verdict;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AuthenticatingTransport;
import io.tcn.alto.codec.Json;
import io.tcn.alto.model.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `check`: a conformance report.
@Command(
        name = "check",
        sortOptions = false,
        description = "Checks how far a server keeps RFC 7285, 8189, 8895, 9240, 9275 and 9439, seen from outside.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8000/directory/directory --src 10.1.0.2 --dst 10.2.0.2",
            "  ${COMMAND-FULL-NAME} http://127.0.0.1:8181/alto/v1/ird --write-json report.json",
            "",
            "It only reads: nothing on the server is changed. Addresses are taken out of the network map, or given",
            "with --src and --dst. NOT OFFERED: the server does not have it. SKIPPED: it could not be tried."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no check failed", "1:a check failed, or the server cannot be asked", "2:wrong arguments"})
final class CheckCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--src", paramLabel = "ADDRESS", split = ",", description = "addresses to ask from")
    private List<String> sources = new ArrayList<>();

    @Option(names = "--dst", paramLabel = "ADDRESS", split = ",", description = "addresses to ask to")
    private List<String> destinations = new ArrayList<>();

    @Option(names = "--write-json", paramLabel = "FILE", description = "write the report as JSON too")
    private @Nullable Path file;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public Integer call() {
        return Console.run(spec, console -> {
            List<Address> from = addresses("--src", sources);
            List<Address> to = addresses("--dst", destinations);
            AltoClientSettings settings = server.settings(console);
            try (Connection connection = Connection.to(settings)) {
                connection.client().directory(); // without one there is nothing to check
                List<CheckResult> results = Conformance.run(
                        connection.client(),
                        new AuthenticatingTransport(
                                connection.transport(), settings.auth(), settings.ird(), new SecureRandom()),
                        connection.transport(),
                        from,
                        to,
                        new Told(console));
                ObjectNode report = json(settings, results);
                if (server.isJson()) {
                    console.json(report);
                } else {
                    console.line("");
                    console.line(summary(results));
                }
                if (file != null) {
                    write(file, report);
                }
                return count(results, Verdict.FAIL) == 0 ? Console.OK : Console.TROUBLE;
            }
        });
    }

    private static List<Address> addresses(String option, List<String> texts) throws WrongArgumentException {
        List<Address> all = new ArrayList<>();
        for (String text : texts) {
            all.add(Places.address(text)
                    .orElseThrow(() -> new WrongArgumentException(
                            option + ": \"" + text + "\" is no address such as 192.0.2.1 or 2001:db8::1")));
        }
        return all;
    }

    /// Results line by line as they come; where they are asked for as JSON, which check is on its way.
    private final class Told implements Conformance.Progress {
        private final Console console;

        Told(Console console) {
            this.console = console;
        }

        @Override
        public void begins(String id, int number, int of) {
            if (server.isJson()) {
                console.note(id + ", " + number + " of " + of);
            } else {
                console.progress(id + ", " + number + " of " + of + " ...");
            }
        }

        @Override
        public void ended(CheckResult result) {
            if (!server.isJson()) {
                console.progress("");
                console.line(String.format(
                        Locale.ROOT,
                        "%-3s  %-11s  %s: %s",
                        result.id(),
                        result.verdict().text(),
                        result.rule(),
                        result.seen()));
            }
        }
    }

    private static long count(List<CheckResult> results, Verdict verdict) {
        return results.stream().filter(result -> result.verdict() == verdict).count();
    }

    private static String summary(List<CheckResult> results) {
        List<String> words = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            words.add(count(results, verdict) + " " + verdict.text());
        }
        return String.join(", ", words);
    }

    private static ObjectNode json(AltoClientSettings settings, List<CheckResult> results) {
        ObjectNode root = Json.newObject();
        root.put("server", settings.ird().toString());
        ObjectNode counts = root.putObject("counts");
        for (Verdict verdict : Verdict.values()) {
            counts.put(verdict.name(), count(results, verdict));
        }
        ArrayNode all = root.putArray("checks");
        for (CheckResult result : results) {
            all.addObject()
                    .put("id", result.id())
                    .put("verdict", result.verdict().name())
                    .put("rule", result.rule())
                    .put("seen", result.seen());
        }
        return root;
    }

    private static void write(Path file, ObjectNode report) throws IOException {
        try {
            Files.writeString(
                    file,
                    new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n",
                    StandardCharsets.UTF_8);
        } catch (IOException unwritable) {
            throw new IOException(
                    file + " cannot be written (" + unwritable.getClass().getSimpleName() + "); choose another file",
                    unwritable);
        }
    }
}
