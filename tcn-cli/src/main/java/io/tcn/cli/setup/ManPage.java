// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The manual page of a command, in the language of man(7).
final class ManPage {
    private final CommandLine command;
    private final CommandSpec spec;

    ManPage(CommandLine command) {
        this.command = command;
        spec = command.getCommandSpec();
    }

    /// Such as `tcn-pipe-list`.
    String name() {
        return spec.qualifiedName("-");
    }

    String text() {
        UsageMessageSpec usage = spec.usageMessage();
        StringBuilder page = new StringBuilder();
        page.append(".TH ")
                .append(quoted(name().toUpperCase(java.util.Locale.ROOT)))
                .append(" 1 \"\" \"TCN\" \"TCN\"\n");
        page.append(".SH NAME\n")
                .append(escaped(name() + " - " + String.join(" ", usage.description())))
                .append('\n');
        page.append(".SH SYNOPSIS\n.nf\n")
                .append(escaped(command.getHelp().synopsis(0).stripTrailing()))
                .append("\n.fi\n");
        parameters(page);
        options(page);
        commands(page);
        examples(page, usage);
        page.append(".SH EXIT STATUS\n");
        usage.exitCodeList().forEach((code, meaning) -> item(page, code, meaning));
        if (usage.exitCodeList().isEmpty()) {
            page.append(escaped("see tcn(1)")).append('\n');
        }
        return page.toString();
    }

    private void parameters(StringBuilder page) {
        if (!spec.positionalParameters().isEmpty()) {
            page.append(".SH ARGUMENTS\n");
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            item(page, parameter.paramLabel(), words(parameter.description()));
        }
    }

    private void options(StringBuilder page) {
        page.append(".SH OPTIONS\n");
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                List<String> names = new ArrayList<>(List.of(option.names()));
                String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                item(page, String.join(", ", names) + value, words(option.description()));
            }
        }
    }

    private void commands(StringBuilder page) {
        boolean first = true;
        for (CommandLine child : command.getSubcommands().values()) {
            if (!child.getCommandSpec().usageMessage().hidden()) {
                page.append(first ? ".SH COMMANDS\n" : "");
                first = false;
                item(
                        page,
                        new ManPage(child).name() + "(1)",
                        words(child.getCommandSpec().usageMessage().description()));
            }
        }
    }

    private void examples(StringBuilder page, UsageMessageSpec usage) {
        if (usage.footer().length > 0) {
            page.append(".SH EXAMPLES\n.nf\n");
            for (String line : usage.footer()) {
                page.append(escaped(words(line.replace("${COMMAND-FULL-NAME}", spec.qualifiedName()))))
                        .append('\n');
            }
            page.append(".fi\n");
        }
    }

    private static void item(StringBuilder page, String head, String text) {
        page.append(".TP\n\\fB")
                .append(escaped(head))
                .append("\\fR\n")
                .append(escaped(text))
                .append('\n');
    }

    /// Help texts are patterns for a formatter, in which `%%` is a percent sign.
    private static String words(String... description) {
        return String.join(" ", description).replace("%%", "%").replace("%n", " ");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "") + "\"";
    }

    /// A dot or quote at the beginning of a line would be a request, a backslash an escape.
    private static String escaped(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
