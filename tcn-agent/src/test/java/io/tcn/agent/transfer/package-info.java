// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.agent.transfer;

import org.jspecify.annotations.NullMarked;
