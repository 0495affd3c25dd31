// SPDX-License-Identifier: Apache-2.0
/// The optimizer that learns the gradient from measurements, on the sharing pattern that the network map gives.
@NullMarked
package io.tcn.core.optimizer.learned;

import org.jspecify.annotations.NullMarked;
