// SPDX-License-Identifier: Apache-2.0
/// What all commands have in common: options, output, exit codes.
@NullMarked
package io.tcn.cli.command;

import org.jspecify.annotations.NullMarked;
