// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.bench.command;

import org.jspecify.annotations.NullMarked;
