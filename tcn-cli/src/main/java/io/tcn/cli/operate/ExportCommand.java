// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.yaml.ConfigurationYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `export`.
@Command(
        name = "export",
        description = "Everything that operators declared, as YAML.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} --out tcn.yaml")
public final class ExportCommand extends ServerCommand {
    @Option(names = "--out", paramLabel = "FILE", description = "write it here (default: print it)")
    private @Nullable String out;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        if (isJson()) {
            return api.get(Route.of("configuration"));
        }
        JsonNode configuration = Stamp.export(api);
        if (out != null) {
            write(ConfigurationYaml.write(configuration), surroundings().file(out));
        }
        return configuration;
    }

    private static void write(String yaml, Path file) throws Trouble {
        try {
            Files.writeString(file, yaml);
        } catch (IOException failed) {
            throw Trouble.failed(file + " cannot be written: " + failed.getMessage());
        }
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        if (out == null) {
            ConfigurationYaml.write(answer).lines().forEach(console::line);
        } else {
            console.line("the configuration is in " + out);
        }
    }
}
