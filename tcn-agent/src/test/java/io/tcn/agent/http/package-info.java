// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.agent.http;

import org.jspecify.annotations.NullMarked;
