// SPDX-License-Identifier: Apache-2.0
/// An endpoint in memory that answers as XRootD does, to the byte, and fails as it fails.
@NullMarked
package io.tcn.agent.fake;

import org.jspecify.annotations.NullMarked;
