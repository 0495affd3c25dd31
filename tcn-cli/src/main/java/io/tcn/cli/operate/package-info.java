// SPDX-License-Identifier: Apache-2.0
/// Commands that keep a server in order: bans, drain, and its configuration as a file.
@NullMarked
package io.tcn.cli.operate;

import org.jspecify.annotations.NullMarked;
