// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.cli.TcnCommand;
import io.tcn.core.docs.CommandTable;
import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Every command that the documents tell readers to type exists, with its options.
class DocumentedCommandsTest {
    /// The launcher's own, with what they pass on to others.
    private static final Set<String> LAUNCHER = Set.of("bench", "build", "help", "test", "testbed", "version");

    private final Map<String, CommandLine> commands = new HashMap<>();

    /// Those of the operators and the studies, which are in jars of their own; the tests there know their options.
    private final Set<String> ofOthers =
            new HashSet<>(CommandTable.of("tcn-cli").keySet());

    DocumentedCommandsTest() throws IOException {
        commands.putAll(new CommandLine(new TcnCommand()).getSubcommands());
        ofOthers.addAll(CommandTable.of("tcn-study").keySet());
    }

    @Test
    void everyCommandAndOptionOfTheDocumentsExists() throws IOException {
        String launcher = Files.readString(Page.ROOT.resolve("tcn"));
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Page page : Page.all()) {
            for (List<String> call : page.launcherCalls()) {
                calls++;
                String complaint = complaint(call, launcher);
                if (complaint != null) {
                    wrong.add(page.file() + ": ./tcn " + String.join(" ", call) + ": " + complaint);
                }
            }
        }
        assertThat(calls).isGreaterThan(30);
        assertThat(wrong).isEmpty();
    }

    private @Nullable String complaint(List<String> call, String launcher) {
        if (call.isEmpty() || call.getFirst().startsWith("-")) {
            return null;
        }
        String name = call.getFirst();
        if (LAUNCHER.contains(name) || ofOthers.contains(name)) {
            return launcher.contains("\n    " + name + ")") ? null : "the launcher has no such command";
        }
        CommandLine command = commands.get(name);
        if (command == null) {
            return name.matches("[a-z]+") ? "there is no such command" : null;
        }
        for (String word : call.subList(1, call.size())) {
            CommandLine nested = command.getSubcommands().get(word);
            if (nested != null) {
                command = nested;
                continue;
            }
            String option = word.replaceFirst("=.*", "").replaceAll("[\\[\\],.]", "");
            if (option.matches("-[a-zA-Z]|--[a-z][a-z-]*")
                    && command.getCommandSpec().findOption(option) == null) {
                return "it has no option " + option;
            }
        }
        return null;
    }

    @Test
    void everyToolOfTheDocumentsExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String block : page.shellBlocks()) {
                Matcher tools = Pattern.compile("(?m)^(tools/[a-z-]+)").matcher(block);
                while (tools.find()) {
                    Path tool = Page.ROOT.resolve(tools.group(1));
                    if (!Files.exists(tool)) {
                        missing.add(page.file() + ": " + tools.group(1));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }
}
