// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.KafkaAccess;
import io.tcn.agent.remote.Seal;
import io.tcn.agent.remote.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Agents in processes of their own, over Kafka. Server and agents read the same names; what is under `self`
/// concerns an agent only.
///
/// @param enabled whether this server gives work to agents
/// @param brokers `HOST:PORT,...`
/// @param topicPrefix what the names of the topics begin with
/// @param keyFile key that servers and agents share, 32 bytes or more: signs and encrypts all messages
/// @param unsigned whether messages go without key: then who may write to the topics may move files
/// @param plainSecrets whether tokens of transfers may go to agents over a connection without encryption
/// @param lostAfter an agent that is not heard of for so long is taken for dead; with its beats and the looks at them
///     that is known a few seconds later
/// @param inProcess whether this server moves what no agent can take: `fallback`, or `never`
/// @param properties settings of the Kafka clients, such as `security.protocol`
/// @param self what an agent is told of itself
@ConfigurationProperties("tcn.agents")
public record AgentsProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable String brokers,
        @DefaultValue("tcn.agents.") String topicPrefix,
        @Nullable Path keyFile,
        @DefaultValue("false") boolean unsigned,
        @DefaultValue("false") boolean plainSecrets,
        @DefaultValue("26s") Duration lostAfter,
        @DefaultValue("fallback") InProcess inProcess,
        @DefaultValue Map<String, String> properties,
        @DefaultValue Self self) {
    /// What becomes of transfers that no agent can take.
    public enum InProcess {
        /// The server's own data plane moves them.
        FALLBACK,
        /// They wait for an agent.
        NEVER
    }

    /// An agent.
    ///
    /// @param name unique among the agents; null: the command line says it
    /// @param reach patterns of the URLs that it reaches
    /// @param near patterns of the URLs that it is near to
    /// @param slots how many transfers at once
    /// @param lease how long it works on without a sign of life that was acknowledged; less than `lost-after`
    ///     by 2s
    /// @param beat time between two signs of life
    /// @param finish how long a stopping agent lets transfers go on before it gives them back
    /// @param tokens files with tokens of its own, by the pattern of the URLs that they open
    /// @param aliveFile written at each sign of life that was acknowledged, null for none
    public record Self(
            @Nullable String name,
            @DefaultValue("*") List<String> reach,
            @DefaultValue List<String> near,
            @DefaultValue("50") int slots,
            @DefaultValue("20s") Duration lease,
            @DefaultValue("3s") Duration beat,
            @DefaultValue("30s") Duration finish,
            @DefaultValue Map<String, Path> tokens,
            @Nullable Path aliveFile) {}

    /// What an agent needs to end its work between the end of its lease and the moment when it is taken for
    /// dead.
    public static final Duration MARGIN = Duration.ofSeconds(2);

    public AgentsProperties {
        properties = Map.copyOf(properties);
        List<String> complaints = new ArrayList<>();
        if (enabled) {
            complaints.addAll(complaints(brokers, keyFile, unsigned));
        }
        try {
            var _ = new Topics(topicPrefix);
        } catch (IllegalArgumentException refused) {
            complaints.add("tcn.agents.topic-prefix: " + refused.getMessage());
        }
        if (lostAfter.compareTo(Duration.ofSeconds(4)) < 0) {
            complaints.add("tcn.agents.lost-after must be 4s or more, given was " + lostAfter);
        }
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    /// What keeps a server or an agent from being reached safely.
    private static List<String> complaints(@Nullable String brokers, @Nullable Path keyFile, boolean unsigned) {
        List<String> complaints = new ArrayList<>();
        if (brokers == null || brokers.isBlank()) {
            complaints.add("tcn.agents.brokers must be HOST:PORT,... of Kafka");
        }
        if (keyFile == null && !unsigned) {
            complaints.add("tcn.agents.key-file must be a file of " + Seal.KEY_BYTES
                    + " random bytes that servers and agents share (head -c 32 /dev/urandom), or tcn.agents.unsigned"
                    + " be true: then who may write to the topics may move files");
        }
        return complaints;
    }

    /// As if `enabled` were true.
    ///
    /// @throws IllegalArgumentException with all complaints
    public void check() {
        List<String> complaints = complaints(brokers, keyFile, unsigned);
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    public KafkaAccess access() {
        return new KafkaAccess(Objects.requireNonNull(brokers), properties);
    }

    /// @throws IllegalArgumentException if the key file cannot be used
    public Seal seal() {
        return keyFile == null ? Seal.none() : Seal.ofFile(keyFile);
    }

    public Topics topics() {
        return new Topics(topicPrefix);
    }

    /// Whether tokens may go to agents: encrypted by the key or by the connection, or because somebody wants
    /// it so.
    boolean carriesSecrets() {
        return keyFile != null || plainSecrets || access().isEncrypted();
    }

    /// Secrets of the client are not shown.
    @Override
    public String toString() {
        return "AgentsProperties[" + brokers + ", properties " + properties.keySet() + "]";
    }
}
