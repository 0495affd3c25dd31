// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.command;

import io.tcn.agent.http.ClientProperties;
import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.alto.AltoWorker;
import io.tcn.bench.copy.CopyWorker;
import io.tcn.bench.copy.StorageWorker;
import io.tcn.bench.quality.Families;
import io.tcn.bench.report.Commit;
import io.tcn.bench.report.Machine;
import io.tcn.bench.report.ResultJson;
import io.tcn.bench.report.WholeFile;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.sim.cli.OptimizerPath;
import io.tcn.sim.cli.Seeds;
import io.tcn.study.cli.StudyCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tcn bench`: runs a benchmark, or lists them.
@Command(
        name = "tcn bench",
        mixinStandardHelpOptions = true,
        versionProvider = BenchCommand.VersionText.class,
        sortOptions = false,
        synopsisSubcommandLabel = "",
        description = "Runs one benchmark, prints a table and writes the same figures as JSON. Without NAME it lists"
                + " the benchmarks.",
        subcommands = {StorageWorker.class, CopyWorker.class, AltoWorker.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn bench",
            "  tcn bench copy --json copy.json",
            "  tcn bench copy --size 512MiB --rounds 5 --dir /var/tmp --https",
            "  tcn bench dispatch",
            "  tcn bench dispatch --database 'jdbc:postgresql://127.0.0.1/tcn?user=tcn&password=tcn' --history 1000000",
            "  tcn bench step --quick",
            "  tcn bench sim --quick",
            "  tcn bench simgrid --rounds 1",
            "  tcn bench control --quick",
            "  tcn bench control --families plain,knee-40-2 --seeds 1-5 --journal control.jsonl --markdown control.md",
            "  tcn bench control --attack 30 --optimizers tcn",
            "  tcn bench control --world topology=link,pipes=2,ratio=30 --optimizers tcn,tcn-learned --seeds 7",
            "  tcn bench control --families bounded-30 --seeds 1-5 --optimizers fts,tcn-zero --json control.json",
            "  tcn bench tuners --json tuners.json",
            "  tcn bench submit --quick",
            "  tcn bench submit --database 'jdbc:postgresql://127.0.0.1/tcn?user=tcn&password=tcn'",
            "  tcn bench submit --url https://fts.example.org:8446 --cert user.pem --key user.key --capath ca.pem",
            "  tcn bench alto --json alto.json",
            "",
            "An aim that is missed stays in the table as missed; it is no error. See docs/benchmarks."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done, also when an aim was missed", "1:the benchmark could not run", "2:wrong arguments"})
public final class BenchCommand implements Callable<Integer> {
    /// Columns of the help where the terminal does not tell its own.
    private static final int HELP_WIDTH = 120;

    private static final int OK = 0;
    private static final int NOT_RUN = 1;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "which benchmark")
    private @Nullable String name;

    @Option(
            names = {"--json", "--out"},
            paramLabel = "FILE",
            description = "where the figures go as JSON")
    private @Nullable Path json;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "how often everything is measured (default: ${DEFAULT-VALUE}; fewer are for a quick look)")
    private int rounds = 3;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            converter = Size.Converter.class,
            description = "copy: size of the file (default: ${DEFAULT-VALUE})")
    private Size size = new Size(4L << 30);

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "copy: where the files go for the time being (default: the folder for temporary files)")
    private @Nullable Path folder;

    @Option(names = "--https", description = "copy: let the storages speak HTTPS instead of HTTP")
    private boolean https;

    @Option(
            names = "--seeds",
            paramLabel = "SEEDS",
            description = "control, arrivals: such as 1-5 or 1,4,7 (default: 1-20; arrivals: 1-3)")
    private @Nullable String seeds;

    @Option(
            names = "--families",
            split = ",",
            paramLabel = "NAME",
            description = "control: which; real and told are groups (default: real)")
    private List<String> families = List.of();

    @Option(
            names = "--optimizers",
            split = ",",
            paramLabel = "NAME",
            description = "control: which (default: those of TCN and FTS, falcon, aimd, const-4, const-16, const-64)")
    private List<String> optimizers = List.of();

    @Option(names = "--intervals", paramLabel = "N", description = "control: length of a run (default: 200)")
    private @Nullable Integer intervals;

    @Option(names = "--figures", paramLabel = "DIR", description = "control: folder for a figure per optimizer, as SVG")
    private @Nullable Path figures;

    @Option(
            names = "--world",
            paramLabel = "TRAITS",
            description = "control: one world instead of families, such as topology=random,pipes=10,noise=0.05")
    private @Nullable String world;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "control: notes every run; what it has is not run again")
    private @Nullable Path journal;

    @Option(names = "--markdown", paramLabel = "FILE", description = "control: where the tables go as markdown")
    private @Nullable Path markdown;

    @Option(
            names = "--attack",
            paramLabel = "MINUTES",
            description = "control: look for the worst world of the first of --optimizers for so long")
    private @Nullable Double attack;

    @Option(
            names = "--no-admission",
            description = "control: bounds are the optimizer's matter alone, nothing is kept from starting by one")
    private boolean withoutAdmission;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "control, arrivals, warm: how many runs at a time (default: the cores)")
    private @Nullable Integer threads;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "submit: an FTS REST face that runs already (default: a server of our own)")
    private @Nullable URI url;

    @Option(names = "--cert", paramLabel = "PEM", description = "submit: the client's certificate, with --url")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "submit: the client's key (PKCS 8), with --url")
    private @Nullable Path key;

    @Option(names = "--capath", paramLabel = "PEM", description = "submit: the server's authorities, with --url")
    private @Nullable Path authorities;

    @Option(
            names = "--database",
            paramLabel = "JDBC",
            description = "submit: database of our own server, such as jdbc:postgresql://... (default: H2); dispatch:"
                    + " an empty PostgreSQL for a whole server (default: the loop alone, in memory)")
    private @Nullable String database;

    @Option(names = "--server-jar", paramLabel = "JAR", description = "submit: the server (default: as built)")
    private @Nullable Path serverJar;

    @Option(
            names = "--files",
            paramLabel = "N",
            description = "submit: files stored at the end; dispatch: files queued with --database (default: 1000000)")
    private @Nullable Integer files;

    @Option(
            names = "--history",
            paramLabel = "N",
            defaultValue = "0",
            description = "dispatch: transfers of the past in the --database (default: ${DEFAULT-VALUE})")
    private long history;

    @Option(
            names = "--quick",
            description =
                    "control, arrivals, tuners, warm, step, sim, simgrid, submit, alto, dispatch with --database: for a quick"
                            + " look (control: seeds 1-3 only)")
    private boolean quick;

    /// `tcn-bench 0.1.0`.
    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = BenchCommand.class.getPackage().getImplementationVersion();
            return new String[] {"tcn-bench " + (version == null ? "development" : version)};
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = commandLine().getOut();
        if (name == null) {
            out.println("benchmarks (run one by: tcn bench NAME):");
            Benchmarks.all()
                    .forEach(benchmark ->
                            out.println(String.format("  %-10s %s", benchmark.name(), benchmark.question())));
            out.flush();
            return OK;
        }
        Benchmark benchmark = Benchmarks.find(name)
                .orElseThrow(() -> wrong(
                        "there is no benchmark \"" + name + "\"; there are " + String.join(", ", Benchmarks.names())));
        BenchSettings settings = settings();
        checkJson();
        try {
            return run(benchmark, settings, out);
        } catch (BenchException failed) {
            PrintWriter err = commandLine().getErr();
            err.println("tcn bench " + name + ": " + failed.getMessage());
            err.flush();
            return NOT_RUN;
        }
    }

    private int run(Benchmark benchmark, BenchSettings settings, PrintWriter out)
            throws BenchException, InterruptedException {
        String commit = Commit.current();
        Machine machine = Machine.current();
        out.println(benchmark.name() + ": " + benchmark.question());
        out.println(commit + "; " + machine.inWords());
        out.flush();
        PrintWriter err = commandLine().getErr();
        BenchResult result = benchmark.run(settings, line -> {
            err.println("  " + line);
            err.flush();
        });
        out.println();
        result.table().forEach(out::println);
        out.flush();
        Path file = json;
        if (file != null) {
            try {
                WholeFile.write(
                        file, ResultJson.of(benchmark.name(), commit, machine, result.figures(), result.details()));
            } catch (IOException e) {
                throw new BenchException("the figures above cannot be written to " + file + " (" + e + ")", e);
            }
            out.println("written: " + file);
            out.flush();
        }
        return OK;
    }

    private BenchSettings settings() {
        Path where = folder == null ? Path.of(System.getProperty("java.io.tmpdir")) : folder;
        if (!Files.isDirectory(where)) {
            throw wrong("--dir wants a folder that is there, given was " + where);
        }
        try {
            return new BenchSettings(rounds, size.bytes(), where.toAbsolutePath(), https, quick, quality(), submit());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private SubmitSettings submit() {
        return new SubmitSettings(url, certificate, key, authorities, database, serverJar, files, history);
    }

    private QualitySettings quality() {
        QualitySettings usual = QualitySettings.DEFAULT;
        List<Long> members = usual.seeds();
        if (seeds != null) {
            members = List.copyOf(Seeds.parse(seeds));
        } else if (quick) {
            members = QualitySettings.QUICK_SEEDS;
        }
        QualitySettings chosen = new QualitySettings(
                members,
                families,
                world,
                optimizers.isEmpty() ? usual.optimizers() : optimizers,
                intervals == null ? usual.intervals() : intervals,
                threads == null ? usual.threads() : threads,
                figures,
                journal,
                markdown,
                withoutAdmission ? BoundSettings.NONE : usual.bounds(),
                attack);
        Families.check(chosen);
        return chosen;
    }

    /// Before minutes of measuring, not after.
    private void checkJson() {
        if (json == null) {
            return;
        }
        Path parent = json.toAbsolutePath().getParent();
        if (Files.isDirectory(json) || parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw wrong("--json wants a file in a folder that is there and can be written, given was " + json);
        }
    }

    private ParameterException wrong(@Nullable String message) {
        return new ParameterException(commandLine(), message == null ? "wrong arguments" : message);
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        return spec.commandLine();
    }

    /// The command line with its parsing rules.
    static CommandLine newCommandLine() {
        CommandLine line = new CommandLine(new BenchCommand());
        line.setUsageHelpWidth(HELP_WIDTH).setUsageHelpAutoWidth(true);
        return line.setParameterExceptionHandler((wrong, arguments) -> {
            PrintWriter err = wrong.getCommandLine().getErr();
            err.println("tcn bench: " + wrong.getMessage());
            err.println("see: tcn bench --help");
            err.flush();
            return CommandLine.ExitCode.USAGE;
        });
    }

    /// What the jar runs: a study if the first argument is one, else a benchmark.
    static CommandLine lineFor(String... args) {
        CommandLine studies = StudyCommand.line();
        return args.length > 0 && studies.getSubcommands().containsKey(args[0]) ? studies : newCommandLine();
    }

    /// Runs the command line and ends the process with its exit code.
    public static void main(String[] args) {
        ClientProperties.set();
        try {
            OptimizerPath.use();
        } catch (IllegalArgumentException wrongPath) {
            System.err.println("tcn: " + wrongPath.getMessage());
            System.exit(CommandLine.ExitCode.USAGE);
        }
        System.exit(lineFor(args).execute(args));
    }
}
