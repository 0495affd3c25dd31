// SPDX-License-Identifier: Apache-2.0
/// The aggregate utility a(T) and its derivative.
@NullMarked
package io.tcn.core.utility;

import org.jspecify.annotations.NullMarked;
