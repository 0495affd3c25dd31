// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent is told of itself.
///
/// @param name unique among the agents of a server
/// @param version of TCN, shown by the server
/// @param reach patterns of the URLs that it reaches, see [UrlPattern]
/// @param near patterns of the URLs that it is near to: transfers to these come here first
/// @param tokens files with tokens of its own, by the pattern of the URLs that they open
/// @param slots how many orders at once
/// @param lease how long it may change destinations after its last sign of life; less than the server's
///     patience
/// @param beat time between two heartbeats
/// @param finish how long a stopping agent lets what runs go on before it gives it back
/// @param aliveFile written at each sign of life that Kafka has acknowledged, null for none
public record AgentConfig(
        String name,
        String version,
        List<String> reach,
        List<String> near,
        Map<String, Path> tokens,
        int slots,
        Duration lease,
        Duration beat,
        Duration finish,
        @Nullable Path aliveFile) {
    public AgentConfig {
        reach = List.copyOf(reach);
        near = List.copyOf(near);
        tokens = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tokens));
        List<String> complaints = new ArrayList<>();
        try {
            Checks.name("agent", name);
        } catch (IllegalArgumentException refused) {
            complaints.add(refused.getMessage() + ", given was \"" + name + "\"");
        }
        patterns(complaints, "reach", reach);
        patterns(complaints, "near", near);
        patterns(complaints, "tokens", tokens.keySet());
        if (slots < 1 || slots > Checks.MOST_SLOTS) {
            complaints.add("slots must be 1 to " + Checks.MOST_SLOTS + ", given was " + slots);
        }
        if (!beat.isPositive() || beat.multipliedBy(3).compareTo(lease) > 0) {
            complaints.add("the lease must be at least three beats, given were " + lease + " and " + beat);
        }
        if (finish.isNegative()) {
            complaints.add("finish must be 0 or more, given was " + finish);
        }
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    private static void patterns(List<String> complaints, String what, Iterable<String> patterns) {
        for (String pattern : patterns) {
            try {
                var _ = UrlPattern.parse(pattern);
            } catch (IllegalArgumentException refused) {
                complaints.add(what + ": " + refused.getMessage());
            }
        }
    }
}
