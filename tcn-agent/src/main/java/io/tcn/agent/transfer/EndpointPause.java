// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.Endpoint;
import java.time.Instant;

/// An endpoint in trouble is left alone for a while.
///
/// @param endpoint which
/// @param since when this trouble began
/// @param until when it is tried again, with one transfer first
/// @param reason the failure that was seen last
public record EndpointPause(Endpoint endpoint, Instant since, Instant until, String reason) {}
