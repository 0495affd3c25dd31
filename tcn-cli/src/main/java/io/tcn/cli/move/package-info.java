// SPDX-License-Identifier: Apache-2.0
/// Commands for what is moved: transfers, jobs, and waiting for them.
@NullMarked
package io.tcn.cli.move;

import org.jspecify.annotations.NullMarked;
