// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.Side;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderTokensTest {
    @TempDir
    private Path folder = Path.of("");

    private final Attempt first = OrderBookTest.attempt(1, 1, null);
    private final Attempt second = OrderBookTest.attempt(1, 2, null);

    @Test
    void theTransfersTokenWinsOverOurOwn() throws IOException {
        Path own = Files.writeString(folder.resolve("own"), "ours\n");
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("b.example.org", own);
        OrderTokens tokens = new OrderTokens(files);

        assertThat(tokens.find(first.transfer(), Side.SOURCE)).isEmpty();
        assertThat(tokens.find(first.transfer(), Side.DESTINATION)).contains("ours");
        tokens.give(first.id(), null, "theirs");
        assertThat(tokens.find(first.transfer(), Side.DESTINATION)).contains("theirs");
        assertThat(tokens.find(first.transfer(), Side.SOURCE)).isEmpty();
    }

    @Test
    void aFileIsReadAnewEachTime() throws IOException {
        Path own = folder.resolve("own");
        OrderTokens tokens = new OrderTokens(Map.of("*", own));
        assertThat(tokens.find(first.transfer(), Side.SOURCE)).isEmpty();
        Files.writeString(own, "one");
        assertThat(tokens.find(first.transfer(), Side.SOURCE)).contains("one");
        Files.writeString(own, "two");
        assertThat(tokens.find(first.transfer(), Side.SOURCE)).contains("two");
    }

    /// The end of an attempt may be acknowledged after the next one has begun.
    @Test
    void theEndOfAnAttemptLeavesTheTokensOfTheNext() {
        OrderTokens tokens = new OrderTokens(Map.of());
        tokens.give(first.id(), "a", null);
        tokens.give(second.id(), "b", null);
        tokens.forget(first.id());
        assertThat(tokens.find(second.transfer(), Side.SOURCE)).contains("b");
        tokens.forget(second.id());
        assertThat(tokens.find(second.transfer(), Side.SOURCE)).isEmpty();
    }
}
