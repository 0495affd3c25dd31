// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Completion for zsh in zsh's own words: a function for each command, with what commands and options are for beside
/// them. The text may be a file `_tcn` in zsh's function path, or be read by a running shell.
final class ZshCompletion {
    private static final String HEAD = """
            #compdef tcn
            # SPDX-License-Identifier: Apache-2.0
            # Completion of tcn for zsh; made by: tcn completion zsh

            """;

    private static final String TAIL = """
            if [ "$funcstack[1]" = "_tcn" ]; then
                _tcn "$@"
            else
                compdef _tcn tcn
            fi
            """;

    private final StringBuilder text = new StringBuilder(HEAD);

    /// @param root the whole command line
    /// @param others commands that are not of this program, with what they are for
    static String of(CommandLine root, Map<String, String> others) {
        ZshCompletion completion = new ZshCompletion();
        completion.function(root, "_tcn", others);
        return completion.text.append(TAIL).toString();
    }

    private void function(CommandLine command, String name, Map<String, String> others) {
        Map<String, CommandLine> children = command.getSubcommands();
        if (children.isEmpty()) {
            leaf(command.getCommandSpec(), name);
            return;
        }
        children.forEach((word, child) -> {
            if (isShown(child.getCommandSpec())) {
                function(child, name + "_" + word.replace('-', '_'), Map.of());
            }
        });
        text.append(name).append("() {\n");
        text.append("    local curcontext=\"$curcontext\" state line\n    local -a commands\n    commands=(\n");
        children.forEach((word, child) -> {
            if (isShown(child.getCommandSpec())) {
                described(word, words(child.getCommandSpec().usageMessage().description()));
            }
        });
        others.forEach(this::described);
        text.append("    )\n    _arguments -C \\\n");
        options(command.getCommandSpec());
        text.append("        '1:command:->command' \\\n        '*::argument:->argument'\n");
        text.append("    case $state in\n    command) _describe -t commands command commands ;;\n");
        text.append("    argument)\n        case $words[1] in\n");
        children.forEach((word, child) -> {
            if (isShown(child.getCommandSpec())) {
                text.append("        ")
                        .append(word)
                        .append(") ")
                        .append(name)
                        .append('_')
                        .append(word.replace('-', '_'))
                        .append(" ;;\n");
            }
        });
        text.append("        *) _files ;;\n        esac\n        ;;\n    esac\n}\n\n");
    }

    private static boolean isShown(CommandSpec spec) {
        return !spec.usageMessage().hidden();
    }

    private void described(String word, String what) {
        text.append("        '")
                .append(quoted(word + ":" + what.replace(":", "\\:")))
                .append("'\n");
    }

    private void leaf(CommandSpec spec, String name) {
        text.append(name).append("() {\n    _arguments -s \\\n");
        options(spec);
        int place = 1;
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            boolean isMany = parameter.index().max() == Integer.MAX_VALUE;
            text.append("        '")
                    .append(isMany ? "*" : String.valueOf(place++))
                    .append(parameter.arity().min() == 0 && !isMany ? "::" : ":")
                    .append(quoted(label(parameter.paramLabel())))
                    .append(':')
                    .append(values(parameter.paramLabel(), parameter.type()))
                    .append("' \\\n");
        }
        text.append("        && return 0\n}\n\n");
    }

    private void options(CommandSpec spec) {
        for (OptionSpec option : spec.options()) {
            if (option.hidden()) {
                continue;
            }
            List<String> names = new ArrayList<>(List.of(option.names()));
            boolean isFlag = option.arity().max() == 0;
            for (String one : names) {
                text.append("        '");
                if (option.isMultiValue()) {
                    text.append('*');
                } else {
                    text.append('(').append(String.join(" ", names)).append(')');
                }
                text.append(one);
                if (!isFlag && one.startsWith("--")) {
                    // a value that may be left out stands in the same word
                    text.append(option.arity().min() == 0 ? "=-" : "=");
                }
                text.append('[')
                        .append(quoted(words(option.description())
                                .replace("\\", "\\\\")
                                .replace("[", "\\[")
                                .replace("]", "\\]")))
                        .append(']');
                if (!isFlag) {
                    text.append(option.arity().min() == 0 ? "::" : ":")
                            .append(quoted(label(option.paramLabel())))
                            .append(':')
                            .append(values(option.paramLabel(), option.type()));
                }
                text.append("' \\\n");
            }
        }
    }

    private static String label(String label) {
        return label.replace("\\", "\\\\").replace(":", "\\:");
    }

    /// What can stand there, as an action of `_arguments`.
    private static String values(String label, Class<?> type) {
        if (type.isEnum()) {
            List<String> names = new ArrayList<>();
            for (Object constant : type.getEnumConstants()) {
                names.add(constant.toString().toLowerCase(Locale.ROOT));
            }
            return "(" + String.join(" ", names) + ")";
        }
        return switch (label) {
            case "FILE", "PATH" -> "_files";
            case "DIR" -> "_files -/";
            case "HOST" -> "_hosts";
            default -> " ";
        };
    }

    /// Help texts are patterns for a formatter, in which `%%` is a percent sign.
    private static String words(String... description) {
        return String.join(" ", description).replace("%%", "%").replace("%n", " ");
    }

    /// Within single quotes.
    private static String quoted(String text) {
        return text.replace("'", "'\\''");
    }
}
