// SPDX-License-Identifier: Apache-2.0
/// The command `bench` and the list of benchmarks.
@NullMarked
package io.tcn.bench.command;

import org.jspecify.annotations.NullMarked;
