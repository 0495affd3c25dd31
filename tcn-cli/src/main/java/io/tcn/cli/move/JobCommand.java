// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `job`.
@Command(
        name = "job",
        description = "Jobs: what was submitted together.",
        subcommands = {JobListCommand.class, JobShowCommand.class, JobCancelCommand.class, JobResubmitCommand.class})
public final class JobCommand extends Group {}
