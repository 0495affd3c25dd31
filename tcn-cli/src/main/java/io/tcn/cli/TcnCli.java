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
import io.tcn.cli.env.Surroundings;
import io.tcn.cli.look.AuditCommand;
import io.tcn.cli.look.TopCommand;
import io.tcn.cli.look.WhyCommand;
import io.tcn.cli.move.JobCommand;
import io.tcn.cli.move.TransferCommand;
import io.tcn.cli.move.WaitCommand;
import io.tcn.cli.operate.ApplyCommand;
import io.tcn.cli.operate.BanCommand;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
        subcommands = {
            TopCommand.class,
            WhyCommand.class,
            PipeCommand.class,
            UserCommand.class,
            RcCommand.class,
            ResourceCommand.class,
            SetCommand.class,
            EndpointCommand.class,
            TransferCommand.class,
            JobCommand.class,
            WaitCommand.class,
            BanCommand.class,
            DrainCommand.class,
            ExportCommand.class,
            DiffCommand.class,
            ApplyCommand.class,
            AuditCommand.class,
            ContextCommand.class,
            CompletionCommand.class,
            ManCommand.class,
            WarmUpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the server refused, or something failed",
            "2:wrong usage",
            "3:diff found differences, or what was waited for failed",
            "4:the server is away",
            "5:not allowed",
            "130:interrupted"
        })
public final class TcnCli implements Runnable, Surrounded {
    private static final int WIDEST = 120;
    private static final int USUAL_WIDTH = 80;

    private final Surroundings surroundings;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    private TcnCli(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(line(Surroundings.here()).execute(args));
    }

    /// All commands, ready to be executed.
    public static CommandLine line(Surroundings surroundings) {
        CommandLine line = new CommandLine(new TcnCli(surroundings))
                .registerConverter(Rate.class, converter(Rate::parse))
                .registerConverter(Bound.class, converter(Bound::parse))
                .registerConverter(Size.class, converter(Size::parse))
                .registerConverter(Duration.class, converter(Span::parse))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, _) -> complain(wrong));
        int width = surroundings.terminal().width();
        line.setUsageHelpWidth(Math.clamp(width == 0 ? USUAL_WIDTH : width, USUAL_WIDTH, WIDEST));
        return line;
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
