// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Where a command speaks: results to one side, trouble in one line to the other.
final class Console {
    static final int OK = 0;
    static final int TROUBLE = 1;
    static final int BAD_ARGUMENTS = 2;

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int PROGRESS = 40;

    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal = Optional.ofNullable(System.console())
            .map(java.io.Console::isTerminal)
            .orElse(false);

    private Console(String name, PrintWriter out, PrintWriter err) {
        this.name = name;
        this.out = out;
        this.err = err;
    }

    /// What a command does with its console.
    interface Work {
        /// Works.
        ///
        /// @return the exit code
        int run(Console console) throws AltoException, WrongArgumentException, IOException, InterruptedException;
    }

    /// Runs a command; whatever the world does to it becomes one line and an exit code.
    static int run(@Nullable CommandSpec spec, Work work) {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        Console console = new Console(
                spec.name(), spec.commandLine().getOut(), spec.commandLine().getErr());
        try {
            return work.run(console);
        } catch (WrongArgumentException wrong) {
            console.note(String.valueOf(wrong.getMessage()));
            return BAD_ARGUMENTS;
        } catch (AltoException trouble) {
            console.note(Advice.of(trouble));
            return TROUBLE;
        } catch (IOException trouble) {
            console.note(String.valueOf(trouble.getMessage()));
            return TROUBLE;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            console.note("stopped");
            return TROUBLE;
        } finally {
            console.out.flush();
            console.err.flush();
        }
    }

    /// A line of the result. Control characters, which a server may have sent, are shown as `?`.
    void line(String text) {
        out.println(printable(text));
        out.flush();
    }

    void lines(List<String> texts) {
        texts.forEach(text -> out.println(printable(text)));
        out.flush();
    }

    /// The result as JSON.
    void json(JsonNode result) {
        out.println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(result));
        out.flush();
    }

    /// The result as JSON in one line, for results that have no end.
    void jsonLine(JsonNode result) {
        out.println(MAPPER.writeValueAsString(result));
        out.flush();
    }

    /// A word beside the result.
    void note(String text) {
        err.println(name + ": " + printable(text));
        err.flush();
    }

    /// A word that the next one takes the place of; only a terminal shows it.
    void progress(String text) {
        if (isTerminal) {
            err.print("\r" + " ".repeat(PROGRESS) + "\r" + printable(text));
            err.flush();
        }
    }

    static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
