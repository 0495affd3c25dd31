// SPDX-License-Identifier: Apache-2.0
/// The ALTO client: HTTP, the directory and its closure, each service as a typed call, and the two ways to follow
/// changes, update streams (RFC 8895) and TIPS (RFC 9569). All calls block; nothing here runs in a control loop.
@NullMarked
package io.tcn.alto.client;

import org.jspecify.annotations.NullMarked;
