// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.agent.staging;

import org.jspecify.annotations.NullMarked;
