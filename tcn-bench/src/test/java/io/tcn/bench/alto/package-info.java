// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.bench.alto;

import org.jspecify.annotations.NullMarked;
