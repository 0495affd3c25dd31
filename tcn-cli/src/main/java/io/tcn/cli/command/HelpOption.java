// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import picocli.CommandLine.Option;

/// `--help`, which every command has.
public final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;
}
