// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `wait job`.
@Command(
        name = "job",
        description = "Waits until jobs are over; ends with 3 if something of them failed or was cancelled.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} 6b6f2c8e-0d5a-4f0e-9c93-7d1f3c1f9a10 --timeout 2h")
final class WaitJobCommand extends Waiting {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "ID", description = "ids of jobs")
    private List<String> ids = new ArrayList<>();

    WaitJobCommand() {
        super("job");
    }

    @Override
    protected List<String> ids() {
        return ids;
    }
}
