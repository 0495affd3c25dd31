// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `wait transfer`.
@Command(
        name = "transfer",
        description = "Waits until transfers are over; ends with 3 if one failed or was cancelled.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} 41 42 --timeout 10m")
final class WaitTransferCommand extends Waiting {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "ID", description = "numbers of transfers")
    private List<Long> ids = new ArrayList<>();

    WaitTransferCommand() {
        super("transfer");
    }

    @Override
    protected List<String> ids() {
        return ids.stream().map(String::valueOf).toList();
    }
}
