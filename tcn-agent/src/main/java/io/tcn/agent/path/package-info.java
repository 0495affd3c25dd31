// SPDX-License-Identifier: Apache-2.0
/// What the kernel tells of the connections of streamed copies: round-trip times and what was sent again.
@NullMarked
package io.tcn.agent.path;

import org.jspecify.annotations.NullMarked;
