// SPDX-License-Identifier: Apache-2.0
/// HTTP messages as ALTO needs them, apart from any socket: the client sends them through a transport, the embedded
/// server answers them, and the simulator joins the two without a network.
@NullMarked
package io.tcn.alto.http;

import org.jspecify.annotations.NullMarked;
