// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/// Runs commands and hears what they print.
final class Terminal {
    private static final long PATIENCE_SECONDS = 20;

    /// Takes text apart into lines.
    private static final class Lines extends Writer {
        private final StringBuilder open = new StringBuilder();
        private final List<String> all = new CopyOnWriteArrayList<>();
        private final BlockingQueue<String> fresh = new LinkedBlockingQueue<>();

        @Override
        public synchronized void write(char[] buffer, int from, int length) {
            open.append(buffer, from, length);
            for (int end = open.indexOf("\n"); end >= 0; end = open.indexOf("\n")) {
                String line = open.substring(0, end).replace("\r", "");
                open.delete(0, end + 1);
                all.add(line);
                fresh.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private final Lines out = new Lines();
    private final Lines err = new Lines();

    int run(String... arguments) {
        CommandLine line = new CommandLine(new AltoCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        line.setParameterExceptionHandler(
                (wrong, given) -> AltoCommand.complain(wrong).orElseThrow());
        return line.execute(arguments);
    }

    /// Runs a command beside the test. Interrupting the thread ends it as Ctrl-C would.
    Background start(String... arguments) {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> code.complete(run(arguments)));
        return new Background(thread, code);
    }

    /// A command that runs.
    record Background(Thread thread, CompletableFuture<Integer> code) {
        int stop() throws Exception {
            thread.interrupt();
            return code.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    String out() {
        return String.join("\n", out.all);
    }

    String err() {
        return String.join("\n", err.all);
    }

    /// The next line of the result that has this in it; those before it are passed over.
    String await(String part) throws InterruptedException {
        return await(out, part);
    }

    String awaitNote(String part) throws InterruptedException {
        return await(err, part);
    }

    private String await(Lines lines, String part) throws InterruptedException {
        while (true) {
            String line = lines.fresh.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no line with " + part + ", but\n" + out() + "\n" + err());
            }
            if (line.contains(part)) {
                return line;
            }
        }
    }
}
