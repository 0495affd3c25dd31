// SPDX-License-Identifier: Apache-2.0
/// The control loop and the ALTO loop: measuring an interval, deciding, publishing.
@NullMarked
package io.tcn.core.control;

import org.jspecify.annotations.NullMarked;
