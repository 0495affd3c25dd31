// SPDX-License-Identifier: Apache-2.0
/// Commands that only look: what moves, why something does not, who changed what.
@NullMarked
package io.tcn.cli.look;

import org.jspecify.annotations.NullMarked;
