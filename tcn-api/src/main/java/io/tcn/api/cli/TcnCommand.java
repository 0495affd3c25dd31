// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.agent.http.ClientProperties;
import io.tcn.alto.cli.AltoCommand;
import io.tcn.api.runtime.Version;
import io.tcn.sim.cli.CompareCommand;
import io.tcn.sim.cli.OptimizerPath;
import io.tcn.sim.cli.PaperCommand;
import io.tcn.sim.cli.ReplayCommand;
import io.tcn.sim.cli.ScenarioCommand;
import io.tcn.sim.cli.SweepCommand;
import java.util.OptionalInt;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/// `tcn`: the root of all commands.
@Command(
        name = "tcn",
        mixinStandardHelpOptions = true,
        versionProvider = TcnCommand.VersionText.class,
        description = "Transport Control Networking: an FTS-compatible transport control plane.",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            AgentCommand.class,
            ReplayCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            PaperCommand.class,
            ScenarioCommand.class,
            AltoCommand.class,
            StorageCommand.class,
            HealthCommand.class,
            KeysCommand.class,
            WarmUpCommand.class,
            CommandLine.HelpCommand.class
        })
public final class TcnCommand implements Runnable {
    /// Columns of the help where the terminal does not tell its own.
    private static final int HELP_WIDTH = 120;

    @CommandLine.Spec
    private CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

    /// `tcn 0.1.0`.
    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tcn " + Version.TEXT};
        }
    }

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }

    /// All commands.
    static CommandLine line() {
        return new CommandLine(new TcnCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpAutoWidth(true);
    }

    /// Runs the command line and ends the process with its exit code, also when something breaks that should not: a
    /// process whose main thread died would neither work nor end.
    public static void main(String[] args) {
        int code = 1;
        ClientProperties.set();
        try {
            OptimizerPath.use();
            CommandLine line = line();
            CommandLine.IParameterExceptionHandler usual = line.getParameterExceptionHandler();
            line.setParameterExceptionHandler((wrong, given) -> {
                OptionalInt told = AltoCommand.complain(wrong);
                return told.isPresent() ? told.getAsInt() : usual.handleParseException(wrong, given);
            });
            code = line.execute(args);
        } catch (IllegalArgumentException wrongPath) {
            System.err.println("tcn: " + wrongPath.getMessage());
            code = CommandLine.ExitCode.USAGE;
        } catch (Error broken) {
            LoggerFactory.getLogger(TcnCommand.class)
                    .error("tcn broke: a defect of TCN or of its installation", broken);
        } finally {
            System.exit(code);
        }
    }
}
