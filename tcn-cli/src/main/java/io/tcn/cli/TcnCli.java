// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import io.tcn.cli.command.HelpOption;
import io.tcn.cli.command.Surrounded;
import io.tcn.cli.declare.EndpointCommand;
import io.tcn.cli.declare.PipeCommand;
import io.tcn.cli.declare.RcCommand;
import io.tcn.cli.declare.ResourceCommand;
import io.tcn.cli.declare.SetCommand;
import io.tcn.cli.declare.UserCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.StandardOutput;
import io.tcn.cli.env.Surroundings;
import io.tcn.cli.look.AuditCommand;
import io.tcn.cli.look.HistoryCommand;
import io.tcn.cli.look.TopCommand;
import io.tcn.cli.look.WhyCommand;
import io.tcn.cli.move.GroupCommand;
import io.tcn.cli.move.JobCommand;
import io.tcn.cli.move.TransferCommand;
import io.tcn.cli.move.WaitCommand;
import io.tcn.cli.operate.ApplyCommand;
import io.tcn.cli.operate.BanCommand;
import io.tcn.cli.operate.ClusterCommand;
import io.tcn.cli.operate.DiffCommand;
import io.tcn.cli.operate.DrainCommand;
import io.tcn.cli.operate.ExportCommand;
import io.tcn.cli.setup.CompletionCommand;
import io.tcn.cli.setup.ContextCommand;
import io.tcn.cli.setup.ManCommand;
import io.tcn.cli.table.Printable;
import io.tcn.cli.units.Bound;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import io.tcn.cli.units.Span;
import io.tcn.cli.warm.WarmUpCommand;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// The operators' commands.
@Command(
        name = "tcn",
        sortOptions = false,
        description = "What operators ask and tell a TCN server.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Version.class,
        mixinStandardHelpOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the server refused, or something failed",
            "2:wrong usage",
            "3:diff found differences, or what was waited for failed",
            "4:the server is away",
            "5:not allowed",
            "6:somebody else has changed it meanwhile",
            "130:interrupted"
        })
public final class TcnCli implements Runnable, Surrounded {
    /// In the order of the help. One runs without the others being looked at: reading the annotations of
    /// all takes as long as a request.
    private static final Map<String, Class<?>> COMMANDS = commands();
    private static final Set<String> ALL = Set.of("completion", "man", "warm-up");
    private static final int WIDEST = 120;
    private static final int USUAL_WIDTH = 80;

    private final Surroundings surroundings;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            hidden = true)
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    private TcnCli(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        StandardOutput output = StandardOutput.use();
        int code;
        try {
            code = line(Surroundings.here(), args).execute(args);
        } catch (OutOfMemoryError tooMuch) {
            System.err.println("tcn: the answer needs more memory than this command has: TCN_OPTS=-Xmx1g gives it more,"
                    + " or ask for less");
            code = ExitCode.FAILED;
        }
        String lost = output.lost();
        if (lost != null) {
            System.err.println("tcn: not all of the output could be written: " + lost);
        }
        System.exit(code == 0 && lost != null ? ExitCode.FAILED : code);
    }

    /// Commands, ready to be executed.
    ///
    /// @param args which those are that are to be executed
    public static CommandLine line(Surroundings surroundings, String... args) {
        CommandLine line = new CommandLine(new TcnCli(surroundings));
        add(line, args);
        line.registerConverter(Rate.class, converter(Rate::parse))
                .registerConverter(Bound.class, converter(Bound::parse))
                .registerConverter(Size.class, converter(Size::parse))
                .registerConverter(Duration.class, converter(Span::parse))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, _) -> complain(wrong));
        int width = surroundings.terminal().width();
        line.setUsageHelpWidth(Math.clamp(width == 0 ? USUAL_WIDTH : width, USUAL_WIDTH, WIDEST));
        return line;
    }

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("top", TopCommand.class);
        commands.put("why", WhyCommand.class);
        commands.put("history", HistoryCommand.class);
        commands.put("pipe", PipeCommand.class);
        commands.put("user", UserCommand.class);
        commands.put("rc", RcCommand.class);
        commands.put("resource", ResourceCommand.class);
        commands.put("set", SetCommand.class);
        commands.put("endpoint", EndpointCommand.class);
        commands.put("transfer", TransferCommand.class);
        commands.put("job", JobCommand.class);
        commands.put("group", GroupCommand.class);
        commands.put("wait", WaitCommand.class);
        commands.put("ban", BanCommand.class);
        commands.put("drain", DrainCommand.class);
        commands.put("cluster", ClusterCommand.class);
        commands.put("export", ExportCommand.class);
        commands.put("diff", DiffCommand.class);
        commands.put("apply", ApplyCommand.class);
        commands.put("audit", AuditCommand.class);
        commands.put("context", ContextCommand.class);
        commands.put("completion", CompletionCommand.class);
        commands.put("man", ManCommand.class);
        commands.put("warm-up", WarmUpCommand.class);
        return commands;
    }

    /// Only what is asked for is read, for the version no command; of all commands tell the help, completion and manual
    /// pages.
    private static void add(CommandLine line, String[] args) {
        String first = args.length == 0 ? "" : args[0];
        Class<?> wanted = ALL.contains(first) ? null : COMMANDS.get(first);
        if (first.equals("--version") || first.equals("-V")) {
            return;
        }
        if (wanted == null) {
            COMMANDS.forEach(line::addSubcommand);
        } else {
            line.addSubcommand(first, wanted);
        }
    }

    private static <T> ITypeConverter<T> converter(ITypeConverter<T> parse) {
        return text -> {
            try {
                return parse.convert(text);
            } catch (IllegalArgumentException wrong) {
                throw new TypeConversionException(String.valueOf(wrong.getMessage()));
            }
        };
    }

    /// One line is enough; the usage is a command away.
    private static int complain(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        String name = line.getCommandSpec().qualifiedName();
        String message = String.valueOf(wrong.getMessage()).lines().findFirst().orElse("wrong usage");
        err.println(name + ": " + Printable.line(message) + "; see " + name + " --help");
        err.flush();
        return ExitCode.USAGE;
    }

    @Override
    public Surroundings surroundings() {
        return surroundings;
    }

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "what to do? One of: "
                            + String.join(", ", spec.subcommands().keySet()));
        }
    }
}
