// SPDX-License-Identifier: Apache-2.0
/// How fast and how small is a file streamed through TCN, beside curl?
@NullMarked
package io.tcn.bench.copy;

import org.jspecify.annotations.NullMarked;
