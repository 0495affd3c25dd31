// SPDX-License-Identifier: Apache-2.0
/// The ALTO client: HTTP, the directory and its closure, the services that TCN asks as typed calls, and update
/// streams to follow changes (RFC 8895). All calls block; nothing here runs in a control loop.
@NullMarked
package io.tcn.alto.client;

import org.jspecify.annotations.NullMarked;
