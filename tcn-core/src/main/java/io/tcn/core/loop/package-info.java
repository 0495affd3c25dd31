// SPDX-License-Identifier: Apache-2.0
/// What every loop of core does alike.
@NullMarked
package io.tcn.core.loop;

import org.jspecify.annotations.NullMarked;
