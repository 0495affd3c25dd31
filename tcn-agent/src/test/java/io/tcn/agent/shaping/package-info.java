// SPDX-License-Identifier: Apache-2.0
/// Tests of shaping.
@NullMarked
package io.tcn.agent.shaping;

import org.jspecify.annotations.NullMarked;
