// SPDX-License-Identifier: Apache-2.0
/// TCN's default optimizer: the known part of the network by its exact gradient, the rest by the learnt one.
@NullMarked
package io.tcn.core.optimizer.composed;

import org.jspecify.annotations.NullMarked;
