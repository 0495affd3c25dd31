// SPDX-License-Identifier: Apache-2.0
/// Commands for what operators declare: users, pipes, resource-sets, resource controls, limits of endpoints.
@NullMarked
package io.tcn.cli.declare;

import org.jspecify.annotations.NullMarked;
