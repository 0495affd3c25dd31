// SPDX-License-Identifier: Apache-2.0
/// The operators' command line: what they ask and tell a TCN server, over its interface `/tcn/v1`.
@NullMarked
package io.tcn.cli;

import org.jspecify.annotations.NullMarked;
