// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.api.network;

import org.jspecify.annotations.NullMarked;
