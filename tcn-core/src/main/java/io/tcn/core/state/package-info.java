// SPDX-License-Identifier: Apache-2.0
/// The run-time transport-control state: the one mutable owner, its commands, its immutable snapshots.
@NullMarked
package io.tcn.core.state;

import org.jspecify.annotations.NullMarked;
