// SPDX-License-Identifier: Apache-2.0
/// The command line: one root command, a class per subcommand.
@NullMarked
package io.tcn.api.cli;

import org.jspecify.annotations.NullMarked;
