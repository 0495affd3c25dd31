// SPDX-License-Identifier: Apache-2.0
/// The interface of all optimizers and tuners: an observation goes in, a decision with its rationale comes out.
@NullMarked
package io.tcn.core.optimizer;

import org.jspecify.annotations.NullMarked;
