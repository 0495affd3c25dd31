// SPDX-License-Identifier: Apache-2.0
/// Commands about the command line itself: contexts, completion, man pages.
@NullMarked
package io.tcn.cli.setup;

import org.jspecify.annotations.NullMarked;
