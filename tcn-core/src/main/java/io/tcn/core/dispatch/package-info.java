// SPDX-License-Identifier: Apache-2.0
/// The dispatch loop: starts ready transfers while a pipe has free connections.
@NullMarked
package io.tcn.core.dispatch;

import org.jspecify.annotations.NullMarked;
