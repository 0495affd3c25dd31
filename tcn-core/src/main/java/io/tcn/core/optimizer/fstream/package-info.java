// SPDX-License-Identifier: Apache-2.0
/// FStream++ (*Reliable Wide-Area Data Transfers for Streaming Workflows*) and FStream, which it is compared
/// with.
@NullMarked
package io.tcn.core.optimizer.fstream;

import org.jspecify.annotations.NullMarked;
