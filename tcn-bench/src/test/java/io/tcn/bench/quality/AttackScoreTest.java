// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.bench.quality.RunFigures.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttackScoreTest {
    private static final WorldTraits PLAIN = WorldTraits.PLAIN;

    private static RunFigures figures(double share, double isShort) {
        return new RunFigures(Map.of(Kind.MEAN_SHARE, share, Kind.SHORT_SHARE, isShort), List.of());
    }

    private static double score(boolean climbsSum, WorldTraits traits, RunFigures own, RunFigures optimum) {
        return new AttackScore(climbsSum).of(RealFamily.of(traits), traits, own, optimum);
    }

    /// 0.6 where the optimum has 0.8 of what it promised is three quarters.
    @Test
    void theShareIsThatOfWhatTheOptimumHasItself() {
        assertThat(score(true, PLAIN, figures(0.6, Double.NaN), figures(0.8, Double.NaN)))
                .isEqualTo(0.75, within(1e-9));
    }

    /// The optimum keeps 60 % of guarantees and intervals, who keeps 45 % has three quarters of that.
    @Test
    void guaranteesCountWhereTheyAreTheLess() {
        WorldTraits guaranteed = PLAIN.with("guarantee", 0.4);
        assertThat(score(true, guaranteed, figures(0.9, 0.55), figures(1, 0.4))).isEqualTo(0.75, within(1e-9));
        assertThat(score(true, guaranteed, figures(0.5, 0.4), figures(1, 0.4))).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void anotherUtilityAndWeightsCountByGuaranteesAlone() {
        WorldTraits guaranteed = PLAIN.with("guarantee", 0.4);
        assertThat(score(false, guaranteed, figures(0.1, 0), figures(1, 0))).isEqualTo(1, within(1e-9));
        assertThat(score(true, guaranteed.with("weights", 4.0), figures(0.1, 0), figures(1, 0)))
                .isEqualTo(1, within(1e-9));
    }

    @Test
    void aWorldInWhichTheOptimumMovesNothingIsNoEvidence() {
        assertThat(score(true, PLAIN, figures(0, Double.NaN), figures(0, Double.NaN)))
                .isNaN();
    }
}
