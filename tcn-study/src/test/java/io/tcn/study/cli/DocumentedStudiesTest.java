// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.CommandTable;
import io.tcn.core.docs.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What the documents say of studies: their classes, and the options that readers are told to type. Those of the
/// server's jar are compared in `tcn-api`, which does not wait for the tests of this module so.
class DocumentedStudiesTest {
    private final Map<String, CommandLine> studies = StudyCommand.line().getSubcommands();

    @Test
    void theTableOfCommandsHasThemWithTheirClasses() throws IOException {
        Map<String, String> real = new TreeMap<>();
        studies.forEach((name, study) ->
                real.put(name, study.getCommandSpec().userObject().getClass().getName()));

        assertThat(CommandTable.of("tcn-study")).isEqualTo(real);
    }

    @Test
    void everyOptionOfTheDocumentsExists() throws IOException {
        List<String> unknown = new ArrayList<>();
        int calls = 0;
        for (Page page : Page.all()) {
            for (List<String> call : page.launcherCalls()) {
                CommandLine study = call.isEmpty() ? null : studies.get(call.getFirst());
                if (study != null) {
                    calls++;
                    unknown(study, call).forEach(option -> unknown.add(page.file() + ": " + call + ": " + option));
                }
            }
        }
        assertThat(calls).isGreaterThan(5);
        assertThat(unknown).isEmpty();
    }

    private static List<String> unknown(CommandLine study, List<String> call) {
        List<String> unknown = new ArrayList<>();
        CommandLine command = study;
        for (String word : call.subList(1, call.size())) {
            CommandLine nested = command.getSubcommands().get(word);
            if (nested != null) {
                command = nested;
                continue;
            }
            String option = word.replaceFirst("=.*", "").replaceAll("[\\[\\],.]", "");
            if (option.matches("-[a-zA-Z]|--[a-z][a-z-]*")
                    && command.getCommandSpec().findOption(option) == null) {
                unknown.add(option);
            }
        }
        return unknown;
    }
}
