// SPDX-License-Identifier: Apache-2.0
/// What the terminal shows: one style of tables, and text from which nothing harmful is left.
@NullMarked
package io.tcn.cli.table;

import org.jspecify.annotations.NullMarked;
