// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import org.junit.jupiter.api.Test;

class PipeEndsTest {
    private final PipeEnds ends = new PipeEnds();

    private static Endpoint end(String host) {
        return Endpoint.parse("https://" + host + ".example.org");
    }

    private static Pipe pipe(String id, String source, String destination) {
        return new Pipe(PipeId.of(id), end(source), end(destination), UserId.of("cms"), new PipeLimits(1, 100));
    }

    @Test
    void anEndGoesWithItsLastPipe() {
        Pipe first = pipe("p", "a", "b");
        Pipe second = pipe("q", "a", "c");
        assertThat(ends.moved(null, first)).containsExactly(end("a"), end("b"));
        assertThat(ends.moved(null, second)).containsExactly(end("c"));
        assertThat(ends.moved(second, second)).isEmpty();
        assertThat(ends.moved(first, null)).containsExactly(end("b"));
        assertThat(ends.all()).containsExactlyInAnyOrder(end("a"), end("c"));
        assertThat(ends.moved(second, null)).containsExactly(end("a"), end("c"));
        assertThat(ends.all()).isEmpty();
        assertThat(ends.moved(null, null)).isEmpty();
    }

    @Test
    void aPipeThatIsMovedTakesItsEndsWithIt() {
        ends.moved(null, pipe("p", "a", "b"));
        assertThat(ends.moved(pipe("p", "a", "b"), pipe("p", "a", "c"))).containsExactly(end("b"), end("c"));
        assertThat(ends.contains(end("b"))).isFalse();
    }

    @Test
    void aPipeFromAnEndToItselfIsTwoUses() {
        Pipe round = pipe("p", "a", "a");
        assertThat(ends.moved(null, round)).containsExactly(end("a"));
        assertThat(ends.moved(round, round)).isEmpty();
        assertThat(ends.moved(round, null)).containsExactly(end("a"));
        assertThat(ends.contains(end("a"))).isFalse();
    }
}
