// SPDX-License-Identifier: Apache-2.0
/// Which server is meant, and as whom: the file of contexts, variables and options.
@NullMarked
package io.tcn.cli.context;

import org.jspecify.annotations.NullMarked;
