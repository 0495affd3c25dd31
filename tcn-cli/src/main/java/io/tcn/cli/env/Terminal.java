// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Where the output goes: to a terminal of some width, or to a file or another program.
public final class Terminal {
    private static final int USUAL_WIDTH = 80;

    private final boolean isTerminal;
    private final int width;

    private Terminal(boolean isTerminal, int width) {
        this.isTerminal = isTerminal;
        this.width = width;
    }

    /// A file or another program.
    public static Terminal none() {
        return new Terminal(false, 0);
    }

    /// A terminal of this width.
    public static Terminal of(int width) {
        return new Terminal(true, width);
    }

    /// The one that this process has.
    public static Terminal here(Map<String, String> variables) {
        @SuppressWarnings("SystemConsoleNull") // the type says that it may be
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return none();
        }
        int columns = number(variables.getOrDefault("COLUMNS", ""));
        if (columns == 0) {
            columns = ofStty();
        }
        return of(columns == 0 ? USUAL_WIDTH : columns);
    }

    /// Whether somebody looks at it.
    public boolean isTerminal() {
        return isTerminal;
    }

    /// Columns, 0 if it has none: then nothing is cut.
    public int width() {
        return width;
    }

    /// The answer of `stty size`, which is rows and columns; 0 if it cannot be asked.
    private static int ofStty() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectErrorStream(true)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroy();
            }
            int blank = answer.indexOf(' ');
            return blank < 0 ? 0 : number(answer.substring(blank + 1));
        } catch (IOException none) {
            return 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static int number(String text) {
        return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
    }
}
