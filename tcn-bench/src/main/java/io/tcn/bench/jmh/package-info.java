// SPDX-License-Identifier: Apache-2.0
/// Time and memory of one control step, with JMH.
@NullMarked
package io.tcn.bench.jmh;

import org.jspecify.annotations.NullMarked;
