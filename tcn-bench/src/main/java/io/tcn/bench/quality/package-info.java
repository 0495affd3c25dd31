// SPDX-License-Identifier: Apache-2.0
/// The quality of control: how near optimizers come to the clairvoyant optimum, and how soon.
@NullMarked
package io.tcn.bench.quality;

import org.jspecify.annotations.NullMarked;
