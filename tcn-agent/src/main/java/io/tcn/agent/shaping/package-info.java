// SPDX-License-Identifier: Apache-2.0
/// Holds streamed copies to the bounds of their users.
@NullMarked
package io.tcn.agent.shaping;

import org.jspecify.annotations.NullMarked;
