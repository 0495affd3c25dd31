// SPDX-License-Identifier: Apache-2.0
/// Marlin (*Use Only What You Need*): threads that read, send and write are tuned apart.
@NullMarked
package io.tcn.core.optimizer.marlin;

import org.jspecify.annotations.NullMarked;
