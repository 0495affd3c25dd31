// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.agent.storage.WebDavStorage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The process of the two storages. Says `ready SOURCE DESTINATION`, then serves until its standard input ends.
@Command(name = StorageWorker.NAME, hidden = true, description = "Used by the benchmark copy.")
public final class StorageWorker implements Callable<Integer> {
    static final String NAME = "storage-worker";
    private static final String READY = "ready";

    @Option(names = "--source", required = true)
    private Path source = Path.of(".");

    @Option(names = "--destination", required = true)
    private Path destination = Path.of(".");

    @Option(names = "--tls")
    private @Nullable Path tls;

    @Override
    public Integer call() throws IOException {
        SSLContext context = tls == null ? null : LoopbackTls.in(tls).context();
        try (WebDavStorage from = WebDavStorage.builder(source).tls(context).start(0);
                WebDavStorage to =
                        WebDavStorage.builder(destination).tls(context).start(0)) {
            System.out.println(READY + " " + from.url("/") + " " + to.url("/"));
            System.out.flush();
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }

    /// Reads the greeting.
    static Urls parse(String answer) {
        String[] parts = answer.split(" ");
        if (parts.length != 3 || !parts[0].equals(READY)) {
            throw new IllegalArgumentException("the storages said \"" + answer + "\"");
        }
        return new Urls(parts[1], parts[2]);
    }

    /// Where the storages are.
    ///
    /// @param source URL of the folder to read from, with a slash at the end
    /// @param destination URL of the folder to write to, with a slash at the end
    record Urls(String source, String destination) {}
}
