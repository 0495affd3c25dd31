// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.runtime.Unreached;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreachedEndsTest {
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00.123Z");
    private static final Endpoint FROM = Endpoint.parse("https://a.example.org");
    private static final Endpoint TO = Endpoint.parse("https://b.example.org");
    private static final Pipe PIPE = new Pipe(PipeId.of("p"), FROM, TO, UserId.of("u"), PipeLimits.DEFAULT);
    private static final Cause CAUSE = Cause.of(CauseCode.OPTIMIZER, "its pipe has 2 connections");

    private static Unreached unreached(String agent, Endpoint endpoint, long failures) {
        return new Unreached(
                agent,
                "i-" + agent,
                endpoint,
                SINCE,
                failures,
                SINCE.plusSeconds(20),
                ErrorCode.DESTINATION_UNAVAILABLE,
                "no connection to https://b/secret");
    }

    @Test
    void whoDoesNotReachAnEndIsToldBesideTheCause() {
        Cause told = UnreachedEnds.add(
                CAUSE,
                PIPE,
                List.of(
                        unreached("one", TO, 4),
                        unreached("two", Endpoint.parse("https://c.example.org"), 2),
                        unreached("three", FROM, 1)));
        assertThat(told.code()).isEqualTo(CauseCode.OPTIMIZER);
        assertThat(told.text())
                .isEqualTo("its pipe has 2 connections; agent one does not reach https://b.example.org since"
                        + " 2026-01-01T00:00:00Z (4 failures), agent three does not reach https://a.example.org since"
                        + " 2026-01-01T00:00:00Z (1 failure)");
        assertThat(told.details()).containsOnlyKeys("unreached");
        assertThat((List<?>) told.details().get("unreached"))
                .hasSize(2)
                .first()
                .isEqualTo(Map.of(
                        "agent",
                        "one",
                        "endpoint",
                        "https://b.example.org",
                        "since",
                        SINCE,
                        "failures",
                        4L,
                        "nextTry",
                        SINCE.plusSeconds(20),
                        "lastError",
                        "DESTINATION_UNAVAILABLE"));
    }

    @Test
    void nothingIsSaidWhereAllReachBothEnds() {
        assertThat(UnreachedEnds.add(CAUSE, PIPE, List.of())).isSameAs(CAUSE);
    }

    @Test
    void ofManyAFewAreNamed() {
        List<Unreached> many = new ArrayList<>();
        for (int agent = 0; agent < 50; agent++) {
            many.add(unreached("a" + agent, TO, 2));
        }
        Cause told = UnreachedEnds.add(CAUSE, PIPE, many);
        assertThat(told.text()).endsWith(", and 47 more agents");
        assertThat((List<?>) told.details().get("unreached")).hasSize(20);
    }
}
