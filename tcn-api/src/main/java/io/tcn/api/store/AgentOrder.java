// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.AttemptId;

/// An attempt that an agent was given.
///
/// @param agent its name
/// @param instance which process of that name
/// @param term in which term of its lease
/// @param epoch of the server that gave it, as agents know servers
/// @param number of the order, which no other order ever has
/// @param connections how many it may use
public record AgentOrder(
        AttemptId attempt, String agent, String instance, long term, long epoch, long number, int connections) {}
