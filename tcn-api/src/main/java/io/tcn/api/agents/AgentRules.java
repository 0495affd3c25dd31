// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import java.time.Duration;

/// How attempts are given to agents.
///
/// @param lostAfter an agent that is not heard of for so long is lost
/// @param grace how long a storage may go on with a copy whose agent is gone
/// @param fallback whether what no agent can take is moved here
/// @param carriesSecrets whether tokens of transfers are sent to agents
record AgentRules(Duration lostAfter, Duration grace, boolean fallback, boolean carriesSecrets) {}
