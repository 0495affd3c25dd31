// SPDX-License-Identifier: Apache-2.0
/// Rules of the literature that need no measurement: settings from file sizes, bandwidth, round trip and
/// buffer.
@NullMarked
package io.tcn.core.optimizer.rules;

import org.jspecify.annotations.NullMarked;
