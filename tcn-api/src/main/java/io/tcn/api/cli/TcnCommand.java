// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.agent.http.ClientProperties;
import io.tcn.alto.cli.AltoCommand;
import io.tcn.api.runtime.Version;
import io.tcn.sim.cli.CompareCommand;
import io.tcn.sim.cli.OptimizerPath;
import io.tcn.sim.cli.ReplayCommand;
import io.tcn.sim.cli.ScenarioCommand;
import java.util.OptionalInt;
import java.util.Set;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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
            CompareCommand.class,
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

    /// Commands of the jar of the benchmarks, which people ask this one for.
    private static final Set<String> STUDIES = Set.of("paper", "sweep");

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
        CommandLine line = new CommandLine(new TcnCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpAutoWidth(true);
        CommandLine.IParameterExceptionHandler usual = line.getParameterExceptionHandler();
        return line.setParameterExceptionHandler((wrong, given) -> {
            OptionalInt told = complain(wrong);
            return told.isPresent() ? told.getAsInt() : usual.handleParseException(wrong, given);
        });
    }

    /// Tells of wrong arguments in one line.
    ///
    /// @return the exit code, empty if the usual way of telling will do
    private static OptionalInt complain(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        if (line.getParent() == null
                && wrong instanceof UnmatchedArgumentException unknown
                && STUDIES.contains(unknown.getUnmatched().getFirst())) {
            String study = unknown.getUnmatched().getFirst();
            line.getErr()
                    .println("tcn: " + study + " is not in the server's jar: run ./tcn " + study
                            + ", or java -jar tcn-bench.jar " + study);
            line.getErr().flush();
            return OptionalInt.of(CommandLine.ExitCode.USAGE);
        }
        return AltoCommand.complain(wrong);
    }

    /// Runs the command line and ends the process with its exit code, also when something breaks that should not: a
    /// process whose main thread died would neither work nor end.
    public static void main(String[] args) {
        int code = 1;
        ClientProperties.set();
        try {
            OptimizerPath.use();
            code = line().execute(args);
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
