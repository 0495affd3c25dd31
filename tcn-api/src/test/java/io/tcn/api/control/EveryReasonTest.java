// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.why.CauseCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each reason is asked for by a test that brings it about on a running server: one that is added without a test shows
/// here. Found by its name in the source of these tests, so this says that there is one, not what it is worth.
class EveryReasonTest {
    private static final List<String> TESTS = List.of(
            "WhyTest", "WhyWaitingTest", "WhyTruthTest", "WhyTruthNetworkTest", "JobRateTest", "TokenLimitsTest");

    /// Brought about by no test: a moment between two states that nobody can hold for long enough to ask.
    private static final Set<CauseCode> PASSING = EnumSet.of(
            CauseCode.STOPPING, CauseCode.HELD, CauseCode.VERIFYING, CauseCode.PREPARING, CauseCode.STARTING);

    @Test
    void isInATestOfARunningServer() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String test : TESTS) {
            sources.append(Files.readString(Path.of("src/test/java/io/tcn/api/control", test + ".java")));
        }
        Set<CauseCode> missing = Arrays.stream(CauseCode.values())
                .filter(code -> Stream.of("isEqualTo(\"%s\")", "\"%s\"", "CauseCode.%s")
                        .noneMatch(form -> sources.indexOf(form.formatted(code.name())) >= 0))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(CauseCode.class)));
        missing.addAll(PASSING);
        assertThat(missing).isEqualTo(PASSING);
    }
}
