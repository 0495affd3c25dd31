// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyBenchmarkTest {
    @Test
    void aSmallFileIsCopiedBothWaysOverHttpsAndNothingStaysBehind(@TempDir Path folder)
            throws BenchException, IOException, InterruptedException {
        assumeTrue(hasCurl(), "needs curl");

        List<Figure> figures = new CopyBenchmark()
                .run(
                        new BenchSettings(
                                2, 3_000_000, folder, true, true, QualitySettings.DEFAULT, SubmitSettings.DEFAULT),
                        line -> {})
                .figures();

        assertThat(figures).allSatisfy(figure -> assertThat(figure.value()).isNotNegative());
        assertThat(figures).extracting(Figure::name).contains("round 2: curl");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private static boolean hasCurl() {
        try {
            return !Curl.version().isEmpty();
        } catch (BenchException e) {
            return false;
        }
    }
}
