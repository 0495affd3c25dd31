// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.context.Choice;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which server, and as whom. A context makes all of them superfluous.
public final class ServerOptions {
    private static final String ORDER_HELP = "see \"tcn context\"";

    @Option(
            names = "--context",
            paramLabel = "NAME",
            order = 90,
            description = "the server of this context, " + ORDER_HELP)
    private @Nullable String context;

    @Option(names = "--url", paramLabel = "URL", order = 91, description = "address of the server (TCN_URL)")
    private @Nullable String url;

    @Option(
            names = "--ca",
            paramLabel = "PATH",
            order = 92,
            description = "file or folder of trusted authorities (TCN_CA)")
    private @Nullable String ca;

    @Option(names = "--cert", paramLabel = "FILE", order = 93, description = "certificate or proxy (X509_USER_PROXY)")
    private @Nullable String cert;

    @Option(names = "--key", paramLabel = "FILE", order = 94, description = "its key, if in a file of its own")
    private @Nullable String key;

    @Option(names = "--token-file", paramLabel = "FILE", order = 95, description = "a bearer token (TCN_TOKEN)")
    private @Nullable String tokenFile;

    @Option(
            names = "--answer-within",
            paramLabel = "TIME",
            order = 96,
            defaultValue = "30s",
            description = "longest wait for an answer (default: 30s)")
    private Duration timeout = Duration.ofSeconds(30);

    public Choice choice() {
        return new Choice(context, url, ca, cert, key, tokenFile, timeout);
    }
}
