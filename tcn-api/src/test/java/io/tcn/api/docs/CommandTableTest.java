// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.cli.TcnCommand;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Who looks for a command finds its class in docs/architecture.md. The operators' commands are compared in `tcn-cli`.
class CommandTableTest {
    @Test
    void theTableHasTheCommandsOfTheServersJarWithTheirClasses() throws IOException {
        SortedMap<String, String> real = new TreeMap<>();
        new CommandLine(new TcnCommand()).getSubcommands().forEach((name, command) -> {
            Class<?> type = command.getCommandSpec().userObject().getClass();
            if (!command.getCommandSpec().usageMessage().hidden() && type != CommandLine.HelpCommand.class) {
                real.put(name, type.getName());
            }
        });
        SortedMap<String, String> written = new TreeMap<>();
        for (String module : List.of("tcn-alto", "tcn-api", "tcn-sim")) {
            written.putAll(CommandTable.of(module));
        }
        assertThat(written).isEqualTo(real);
    }
}
