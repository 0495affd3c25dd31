// SPDX-License-Identifier: Apache-2.0
/// The life of one transfer: looking at both ends, copying, verifying, cleaning up; and the data plane made of many.
@NullMarked
package io.tcn.agent.transfer;

import org.jspecify.annotations.NullMarked;
