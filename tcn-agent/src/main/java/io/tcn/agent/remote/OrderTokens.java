// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.Side;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tokens that open the ends of what an agent moves: the one that came with the order, else the one in
/// the first file whose pattern takes the URL in. Files are read anew each time, so that others can renew
/// them.
final class OrderTokens implements BearerTokens {
    private static final Logger log = LoggerFactory.getLogger(OrderTokens.class);
    private static final int MOST_BYTES = 65_536;

    private final Map<UrlPattern, Path> own = new LinkedHashMap<>();
    private final Map<TransferId, Given> given = new ConcurrentHashMap<>();

    /// Tokens that came with an order.
    private record Given(
            AttemptId attempt,
            @Nullable String source,
            @Nullable String destination) {
        @Override
        public String toString() {
            return "Given[hidden]";
        }
    }

    OrderTokens(Map<String, Path> files) {
        files.forEach((pattern, file) -> own.put(UrlPattern.parse(pattern), file));
    }

    void give(AttemptId attempt, @Nullable String source, @Nullable String destination) {
        given.put(attempt.transfer(), new Given(attempt, source, destination));
    }

    /// Those of a later attempt stay.
    void forget(AttemptId attempt) {
        given.computeIfPresent(
                attempt.transfer(), (transfer, kept) -> kept.attempt().equals(attempt) ? null : kept);
    }

    @Override
    public Optional<String> find(Transfer transfer, Side side) {
        Given order = given.get(transfer.id());
        String token = order == null
                ? null
                : switch (side) {
                    case SOURCE -> order.source();
                    case DESTINATION -> order.destination();
                };
        return token != null
                ? Optional.of(token)
                : ofFile(
                        switch (side) {
                            case SOURCE -> transfer.source();
                            case DESTINATION -> transfer.destination();
                        });
    }

    private Optional<String> ofFile(URI url) {
        for (Map.Entry<UrlPattern, Path> entry : own.entrySet()) {
            if (entry.getKey().matches(url)) {
                try {
                    Path file = entry.getValue();
                    if (Files.size(file) > MOST_BYTES) {
                        log.warn("The token file {} is too large to hold a token", file);
                        return Optional.empty();
                    }
                    String token = Files.readString(file).strip();
                    return token.isEmpty() ? Optional.empty() : Optional.of(token);
                } catch (IOException unreadable) {
                    log.warn("The token file {} cannot be read: {}", entry.getValue(), unreadable.toString());
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
