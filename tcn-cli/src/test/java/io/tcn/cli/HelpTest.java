// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Help, completion, manual pages and the page for operators agree with the commands.
class HelpTest extends CliTest {
    private static final Path LAUNCHER = Path.of("..", "tcn");
    private static final Path ARCHITECTURE = Path.of("..", "docs", "architecture.md");
    private static final Path PAGE = Path.of("..", "docs", "cli.md");

    @Test
    void helpTellsTheExitCodes() {
        assertThat(run("pipe", "list", "--help")).isZero();
        assertThat(out).contains("130   interrupted").contains("--watch").contains("--json");
        run("--help");
        assertThat(out).contains("top").contains("apply").doesNotContain("warm-up");
    }

    @Test
    void theVersionIsToldWithoutACommand() {
        assertThat(run("--version")).isZero();
        assertThat(out).startsWith("tcn ");
        assertThat(run("-V")).isZero();
    }

    @Test
    void everyCommandIsInTheLauncher() throws IOException {
        String launcher = Files.readString(LAUNCHER);
        TcnCli.line(surroundings()).getSubcommands().forEach((name, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                assertThat(launcher).contains("\n    " + name + ") echo \"usage: tcn " + name);
            }
        });
    }

    @Test
    void everyCommandIsInTheTableOfTheArchitectureWithItsClass() throws IOException {
        SortedMap<String, String> written = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `(\\w+)` \\| `tcn-cli` `([a-z.]+)` \\|$")
                .matcher(Files.readString(ARCHITECTURE));
        while (row.find()) {
            written.put(row.group(1), row.group(3) + "." + row.group(2));
        }
        SortedMap<String, String> real = new TreeMap<>();
        TcnCli.line(surroundings()).getSubcommands().forEach((name, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                real.put(name, command.getCommandSpec().userObject().getClass().getName());
            }
        });
        assertThat(written).isEqualTo(real);
    }

    @Test
    void completionKnowsCommandsAndOptions() {
        assertThat(run("completion", "bash")).isZero();
        assertThat(out)
                .contains("complete -F")
                .contains("resubmit")
                .contains("--guarantee")
                .contains("serve");
    }

    @Test
    void zshIsToldWhatCommandsAndOptionsAreFor() {
        assertThat(run("completion", "zsh")).isZero();
        assertThat(out)
                .startsWith("#compdef tcn")
                .contains(
                        "_tcn_rc_set() {", "'(--guarantee)--guarantee=[the least on each resource, if wanted]:RATE: '")
                .contains("'serve:run the server'", "(bound guarantee weight)")
                .doesNotContain("warm-up", "%%");
        assertThat(run("completion", "fish")).isEqualTo(2);
    }

    @Test
    void thereIsAPageForEachCommand() throws IOException {
        assertThat(run("man", folder.resolve("man").toString())).isZero();
        assertThat(folder.resolve("man/tcn.1")).exists();
        assertThat(Files.readString(folder.resolve("man/tcn-rc-set.1")))
                .startsWith(".TH \"TCN-RC-SET\" 1")
                .contains(".SH EXIT STATUS")
                .contains("\\fB\\-\\-guarantee")
                .contains("40%")
                .doesNotContain("%%");
    }

    @Test
    void everyCallOfThePageIsUnderstood() throws IOException {
        Matcher blocks = Pattern.compile("^```sh\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(PAGE));
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        while (blocks.find()) {
            for (String line :
                    blocks.group(1).replaceAll("\\\\\\n\\s*", " ").lines().toList()) {
                for (String part : line.replaceAll("\\s#.*$", "").split("\\$\\(|&&|;|\\|\\|? ")) {
                    // A variable stands for a number, a name or a part of a URL.
                    String[] words = words(part.strip().replaceAll("\\$[A-Z]+", "1"));
                    if (words.length > 1 && "./tcn".equals(words[0]) && !"serve".equals(words[1])) {
                        calls++;
                        try {
                            String[] args = Arrays.copyOfRange(words, 1, words.length);
                            TcnCli.line(surroundings(), args).parseArgs(args);
                        } catch (CommandLine.ParameterException refused) {
                            wrong.add(part + ": " + refused.getMessage());
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(30);
    }

    private static String[] words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+").matcher(command);
        while (word.find()) {
            if (word.group().matches("[<>]{1,2}")) {
                break; // where the output goes
            }
            words.add(word.group().replaceAll("^'|'$|^\"|\"$", "").replaceAll("\\)$", ""));
        }
        return words.toArray(String[]::new);
    }

    @Test
    void rehearsalAsksAServerOfItsOwn() {
        assertThat(run("warm-up")).as(() -> err).isZero();
        assertThat(requests).isEmpty();
    }
}
