// SPDX-License-Identifier: Apache-2.0
/// Limits on what comes in: connections per address, bodies that do not come.
@NullMarked
package io.tcn.api.inbound;

import org.jspecify.annotations.NullMarked;
