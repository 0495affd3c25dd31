// SPDX-License-Identifier: Apache-2.0
/// The embedded ALTO server: it publishes a network (RFC 7285 with its extensions of RFC 8189, 8895, 9240, 9275 and
/// 9439). It knows no sockets; [io.tcn.alto.server.AltoHttpServer] puts it on one.
@NullMarked
package io.tcn.alto.server;

import org.jspecify.annotations.NullMarked;
