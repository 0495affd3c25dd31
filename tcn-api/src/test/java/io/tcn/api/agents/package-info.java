// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.api.agents;

import org.jspecify.annotations.NullMarked;
