// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AgentSettings;
import io.tcn.api.security.x509.AddedTrust;
import java.time.Duration;

/// The settings of the data plane, the same for a server and for an agent in a process of its own.
public final class DataPlaneSettings {
    private DataPlaneSettings() {}

    /// @throws IllegalArgumentException if the file with authorities cannot be read
    public static AgentSettings.Builder of(TcnProperties.Agent agent) {
        return AgentSettings.builder()
                .thirdPartyCopy(agent.thirdPartyCopy())
                .stallTimeout(agent.stallTimeout())
                .lastWordTimeout(agent.lastWordTimeout(), Duration.ofMillis(100))
                .attemptTimeout(agent.attemptTimeout(), Duration.ofSeconds(2))
                .tpcCancelGrace(agent.cancelGrace())
                .pauses(new AgentSettings.Pauses(agent.pauseAfter(), agent.pause(), agent.longestPause()))
                .staging(new AgentSettings.Staging(
                        agent.staging().toBytes(), agent.stagingOfPipe().toBytes()))
                .maxStreams(agent.streams())
                .maxTpcStreams(agent.thirdPartyStreams())
                .fileRoots(agent.fileRoots())
                .storages(agent.storages())
                .tls(AddedTrust.context("tcn.agent.trust", agent.trust()));
    }
}
