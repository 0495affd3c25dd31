// SPDX-License-Identifier: Apache-2.0
/// What all parts of the data plane share: one end of a copy, the relay of bytes between two ends, failures, time.
@NullMarked
package io.tcn.agent;

import org.jspecify.annotations.NullMarked;
