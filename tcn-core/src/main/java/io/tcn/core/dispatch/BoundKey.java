// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;

/// Whose bound or guarantee it is, and on what.
record BoundKey(UserId user, ResourceId resource) {}
