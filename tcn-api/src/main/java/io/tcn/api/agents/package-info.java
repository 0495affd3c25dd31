// SPDX-License-Identifier: Apache-2.0
/// The server's side of agents in processes of their own: which there are, who gets which transfer, and what
/// becomes of it. The other side, and the messages, are in `io.tcn.agent.remote`.
@NullMarked
package io.tcn.api.agents;

import org.jspecify.annotations.NullMarked;
