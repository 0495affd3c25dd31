// SPDX-License-Identifier: Apache-2.0
/// How connections become throughput: weighted max-min over shared resources, its derivative, and the structure of
/// bottlenecks behind both.
@NullMarked
package io.tcn.core.throughput;

import org.jspecify.annotations.NullMarked;
