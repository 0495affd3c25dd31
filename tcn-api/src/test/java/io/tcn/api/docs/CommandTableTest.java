// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.cli.TcnCommand;
import io.tcn.core.docs.CommandTable;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Who looks for a command finds its class in docs/architecture.md. The operators' commands are compared in `tcn-cli`,
/// the studies in `tcn-study`.
class CommandTableTest {
    @Test
    void theTableHasTheCommandsOfTheServersJarWithTheirClasses() throws IOException {
        SortedMap<String, String> written = new TreeMap<>();
        for (String module : List.of("tcn-alto", "tcn-api", "tcn-sim")) {
            written.putAll(CommandTable.of(module));
        }
        assertThat(written).isEqualTo(classes(new CommandLine(new TcnCommand())));
    }

    private static SortedMap<String, String> classes(CommandLine root) {
        SortedMap<String, String> real = new TreeMap<>();
        root.getSubcommands().forEach((name, command) -> {
            Class<?> type = command.getCommandSpec().userObject().getClass();
            if (!command.getCommandSpec().usageMessage().hidden() && type != CommandLine.HelpCommand.class) {
                real.put(name, type.getName());
            }
        });
        return real;
    }
}
