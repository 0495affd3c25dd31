// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rules on 10 Gbit/s with 40 ms: 50 MB of bandwidth times delay.
class RulesTest {
    private static final PathFacts PATH = new PathFacts(10e9, 0.040, 32e6);
    private static final FileClass NONE = new FileClass(0, 0);

    /// 50 MB / 5 MB = 10 files at a time and ahead; min(ceil(50 / 32), ceil(5 / 32)) = 1 stream.
    @Test
    void smallFilesGetManyAtATimeAndManyAhead() {
        assertThat(HeuristicRule.of(PATH, new FileClass(100, 500e6), 1, 40)).isEqualTo(new ClassTuning(10, 1, 10));
    }

    /// min(ceil(50 / 32), ceil(2500 / 32)) = 2 streams; 50 MB are less than one file: one at a time, none
    /// ahead.
    @Test
    void largeFilesGetStreams() {
        assertThat(HeuristicRule.of(PATH, new FileClass(10, 25e9), 1, 40)).isEqualTo(new ClassTuning(1, 2, 0));
        assertThat(HeuristicRule.of(PATH, new FileClass(10, 25e9), 2, 10)).isEqualTo(new ClassTuning(2, 2, 0));
    }

    @Test
    void aRuleKeepsToItsMost() {
        assertThat(HeuristicRule.of(PATH, new FileClass(100_000, 1e8), 1, 40)).isEqualTo(new ClassTuning(40, 1, 32));
        assertThat(HeuristicRule.of(PATH, NONE, 1, 40)).isEqualTo(ClassTuning.WAITS);
    }

    @Test
    void globusGoesByTheMeanSizeAndNeverChanges() {
        GlobusRules rules = new GlobusRules();
        assertThat(rules.first(PATH, List.of(new FileClass(10, 10e6)))).containsExactly(new ClassTuning(2, 2, 20));
        assertThat(rules.first(PATH, List.of(new FileClass(10, 1e9)))).containsExactly(new ClassTuning(2, 4, 10));
        assertThat(rules.first(PATH, List.of(new FileClass(10, 10e9)))).containsExactly(new ClassTuning(2, 8, 5));
        assertThat(rules.next(new JobSample(5, 0, List.of()))).containsExactly(new ClassTuning(2, 8, 5));
    }

    @Test
    void whatAnEndpointHasSetGoesBeforeTheSize() {
        GlobusRules rules = new GlobusRules(new ClassTuning(4, 4, 20));
        assertThat(rules.first(PATH, List.of(new FileClass(10, 10e6)))).containsExactly(new ClassTuning(4, 4, 20));
    }

    /// Ends at 5, 50 and 1000 MB.
    @Test
    void theFourSizesOfHarpsDataAreInFourClasses() {
        assertThat(List.of(2.5e6, 22e6, 100e6, 2.5e9).stream().map(size -> FileChunks.of(PATH, size)))
                .containsExactly(0, 1, 2, 3);
    }

    @Test
    void singleChunkMovesOneClassAfterTheOther() {
        SingleChunk rule = new SingleChunk();
        FileClass tiny = new FileClass(100, 250e6);
        FileClass large = new FileClass(10, 25e9);
        List<ClassTuning> first = rule.first(PATH, List.of(tiny, NONE, NONE, large));
        assertThat(first).extracting(ClassTuning::concurrency).containsExactly(10, 0, 0, 0);
        List<ClassTuning> next = rule.next(sample(NONE, NONE, NONE, large));
        assertThat(next).extracting(ClassTuning::concurrency).containsExactly(0, 0, 0, 2);
    }

    /// 250 MB and 25 GB of ten channels: 0.1 and 9.9, at least one each.
    @Test
    void multiChunkMovesAllClassesAtOnceOnAllChannels() {
        ProActiveMultiChunk rule = new ProActiveMultiChunk();
        FileClass tiny = new FileClass(100, 250e6);
        FileClass large = new FileClass(10, 25e9);
        assertThat(rule.first(PATH, List.of(tiny, NONE, NONE, large)))
                .extracting(ClassTuning::concurrency)
                .containsExactly(1, 0, 0, 9);
        assertThat(rule.next(sample(NONE, NONE, NONE, large)))
                .extracting(ClassTuning::concurrency)
                .containsExactly(0, 0, 0, 10);
    }

    private static JobSample sample(FileClass... left) {
        return new JobSample(
                1,
                0,
                List.of(left).stream()
                        .map(files -> new JobSample.ClassSample(files, 1e9))
                        .toList());
    }
}
