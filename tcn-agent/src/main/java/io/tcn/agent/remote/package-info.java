// SPDX-License-Identifier: Apache-2.0
/// The data plane in a process of its own, over Kafka: what servers and agents tell each other, the agent's
/// lease, and the agent itself. The decisions are in plain classes without threads ([Lease], [OrderBook],
/// [UrlPattern]).
@NullMarked
package io.tcn.agent.remote;

import org.jspecify.annotations.NullMarked;
