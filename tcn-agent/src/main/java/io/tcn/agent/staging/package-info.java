// SPDX-License-Identifier: Apache-2.0
/// Copies in two stages: requests that read fill a bounded buffer in memory, from which others write.
@NullMarked
package io.tcn.agent.staging;

import org.jspecify.annotations.NullMarked;
