// SPDX-License-Identifier: Apache-2.0
/// What lies around the command: variables, folders, the terminal, the time zone.
@NullMarked
package io.tcn.cli.env;

import org.jspecify.annotations.NullMarked;
