// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.bench.BenchException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The yardstick: `curl -s URL | curl -sS -T - URL`, without anybody's settings (`-q`) and proxies.
final class Curl {
    private static final List<String> PROXY_VARIABLES =
            List.of("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY");

    private final @Nullable Path trusted;

    /// @param trusted certificate to trust, null for plain HTTP
    Curl(@Nullable Path trusted) {
        this.trusted = trusted;
    }

    /// The version of curl.
    ///
    /// @throws BenchException if there is none
    static String version() throws BenchException {
        try {
            Process curl = new ProcessBuilder("curl", "--version")
                    .redirectError(Redirect.DISCARD)
                    .start();
            String text = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("curl").replaceAll("^(curl [0-9.]+).*", "$1");
        } catch (IOException e) {
            throw new BenchException("curl is needed to compare with and is not on the PATH: install it", e);
        }
    }

    /// Lets a storage work out a checksum, as real ones have done before anybody asks.
    void warmChecksum(String url) throws BenchException, InterruptedException {
        run(List.of(builder("-sS", "-f", "-o", "/dev/null", "-I", "-H", "Want-Digest: adler32", url)));
    }

    /// Copies a file.
    ///
    /// @return how long it took, in nanoseconds
    long copy(String source, String destination) throws BenchException, InterruptedException {
        long started = System.nanoTime();
        run(List.of(builder("-s", "-f", source), builder("-sS", "-f", "-T", "-", destination)));
        return System.nanoTime() - started;
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of("curl", "-q"));
        if (trusted != null) {
            command.addAll(List.of("--cacert", trusted.toString()));
        }
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        PROXY_VARIABLES.forEach(environment::remove);
        return builder;
    }

    private static void run(List<ProcessBuilder> pipeline) throws BenchException, InterruptedException {
        try {
            pipeline.getLast().redirectOutput(Redirect.DISCARD);
            List<Process> curls = ProcessBuilder.startPipeline(pipeline);
            try {
                for (Process curl : curls) {
                    int code = curl.waitFor();
                    if (code != 0) {
                        throw new BenchException("curl ended with " + code + "; see its message above");
                    }
                }
            } finally {
                curls.forEach(Process::destroy);
            }
        } catch (IOException e) {
            throw new BenchException("curl cannot be run (" + e + ")", e);
        }
    }
}
