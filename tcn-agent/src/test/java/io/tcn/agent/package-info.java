// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.agent;

import org.jspecify.annotations.NullMarked;
