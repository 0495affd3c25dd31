// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Row;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import java.util.List;

/// One pipe in lines.
final class PipeText {
    /// What is declared of a pipe.
    static final List<String> DECLARED = List.of("minConnections", "maxConnections", "weight");

    private PipeText() {}

    static void show(Row pipe, Console console) {
        console.line("pipe          " + pipe.text("id"));
        console.line("from          " + pipe.text("source"));
        console.line("to            " + pipe.text("destination"));
        console.line("user          " + pipe.text("user") + ", weight " + pipe.text("weight"));
        console.line("connections   " + pipe.text("connections") + " of " + pipe.text("minConnections") + " to "
                + pipe.text("maxConnections") + ", " + pipe.text("activeConnections") + " in use");
        console.line("transfers     " + pipe.text("activeTransfers") + " run, " + pipe.text("queuedTransfers")
                + " queued, " + pipe.text("waitingTransfers") + " wait for others");
        console.line("so far        " + pipe.text("finishedTransfers") + " finished, " + pipe.text("failedTransfers")
                + " failed, " + pipe.text("canceledTransfers") + " cancelled, "
                + Size.inWords(pipe.number("movedBytes")) + " moved");
        console.line("throughput    " + Rate.inWords(pipe.number("throughputBps")));
        optional(console, "resources     ", String.join(", ", pipe.texts("resources")));
        optional(console, "held          ", pipe.text("held"));
        optional(console, "why           ", pipe.text("rationale"));
        optional(console, "version       ", pipe.text("version"));
    }

    private static void optional(Console console, String head, String text) {
        if (!text.isEmpty()) {
            console.line(head + text);
        }
    }
}
