// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// The derivative by hand. Every case is asked in all three ways, which must agree: column by column forward, row
/// by row backward, and the diagonal.
class ThroughputGradientTest {
    private static final double NONE = Double.POSITIVE_INFINITY;

    @Test
    void onOneResourceWhatOneFlowGainsTheOthersLose() {
        // C = 12, n = 1 and 2: s = 12 / N = 4. ds/dn = -12 / N^2 = -4/3.
        // First: 4 - 1 * 4/3 = 8/3 and -2 * 4/3 = -8/3; second: -4/3 and 4 - 8/3 = 4/3.
        assertJacobian(net(paths(p(0), p(0)), 12), n(1, 2), row(8 / 3.0, -4 / 3.0), row(-8 / 3.0, 4 / 3.0));
    }

    @Test
    void aFlowAloneOnItsBottleneckGainsNothing() {
        assertJacobian(net(paths(p(0)), 12), n(5), row(0));
    }

    @Test
    void inTheParkingLotTheLongFlowCostsEveryShortOne() {
        // Links 6, 4, 8; long flow, n = 1, on all; short ones, n = 2, 3, 1. Second link first, s = 4 / (1 + 3) = 1:
        // long = 1 and short 3. ds/dn = -1/4. By n of the long: 1 - 1/4, and -3/4 for the short one beside it.
        // On the other links the short ones get what the long leaves: -3/4 each. By n of the short one there:
        // long -1/4, itself 1 - 3/4, the others +1/4. The other short ones are alone with the rest: nothing.
        assertJacobian(
                net(paths(p(0, 1, 2), p(0), p(1), p(2)), 6, 4, 8),
                n(1, 2, 3, 1),
                row(0.75, 0, -0.25, 0),
                row(-0.75, 0, 0.25, 0),
                row(-0.75, 0, 0.25, 0),
                row(-0.75, 0, 0.25, 0));
    }

    @Test
    void inATriangleAChangeGoesAroundOneCorner() {
        // x on 0 and 1, y on 1 and 2, z on 2 and 0; links 2, 4, 10, all n = 1. Link 0: s = 1, x = z = 1. Link 1: y = 3.
        // Link 2 carries 4 of 10. By n of x: x 1 - 1/2, z -1/2, y -1/2. By n of z: x -1/2, z 1/2, y +1/2.
        assertJacobian(
                net(paths(p(0, 1), p(1, 2), p(2, 0)), 2, 4, 10),
                n(1, 1, 1),
                row(0.5, 0, -0.5),
                row(-0.5, 0, 0.5),
                row(-0.5, 0, 0.5));
    }

    @Test
    void whatIsLeftAtTheFirstBottleneckIsSharedAtTheSecond() {
        // x on A and B, y on A, z and w on B; A = 2, B = 10, all n = 1. x = y = 1, z = w = (10 - 1) / 2 = 4.5.
        // By n of y: x -1/2, y +1/2, and z and w share the half: 1/4 each. By n of x the opposite, but for x: 1/2.
        // By n of z: ds/dn = -4.5 / 2, so z 4.5 - 2.25 and w -2.25.
        assertJacobian(
                net(paths(p(0, 1), p(0), p(1), p(1)), 2, 10),
                n(1, 1, 1, 1),
                row(0.5, -0.5, 0, 0),
                row(-0.5, 0.5, 0, 0),
                row(-0.25, 0.25, 2.25, -2.25),
                row(-0.25, 0.25, -2.25, 2.25));
    }

    @Test
    void aThirdLevelHearsOfTheFirst() {
        // a on 0, b on 0 and 1, c on 1 and 2, d on 2; capacities 2, 6, 20, all n = 1.
        // a = b = 1, c = 6 - 1 = 5, d = 20 - 5 = 15. By n of a: b -1/2, so c +1/2, so d -1/2.
        assertJacobian(
                net(paths(p(0), p(0, 1), p(1, 2), p(2)), 2, 6, 20),
                n(1, 1, 1, 1),
                row(0.5, -0.5, 0, 0),
                row(-0.5, 0.5, 0, 0),
                row(0.5, -0.5, 0, 0),
                row(-0.5, 0.5, 0, 0));
    }

    @Test
    void tooManyConnectionsCostAllThatShareTheResource() {
        // C = 10, n0 = 3, d = 2. n = 1 and 4: C = 6, s = 1.2, ds/dn = (-2 - 1.2) / 5 = -0.64.
        // First: 1.2 - 0.64 = 0.56 and -2.56; second: -0.64 and 1.2 - 2.56 = -1.36. Each column sums to -2.
        FlowNetwork network = deteriorating(paths(p(0), p(0)), 10, 3, 2);
        assertJacobian(network, n(1, 4), row(0.56, -0.64), row(-2.56, -1.36));
        // n = 1 and 1, below n0: s = 5, ds/dn = -5 / 2.
        assertJacobian(network, n(1, 1), row(2.5, -2.5), row(-2.5, 2.5));
        // n = 1 and 2, at n0: as for more connections, ds/dn = (-2 - 10/3) / 3 = -16/9.
        assertJacobian(network, n(1, 2), row(14 / 9.0, -16 / 9.0), row(-32 / 9.0, -2 / 9.0));
        // n = 4 and 4: nothing is left to share, nor to lose.
        assertJacobian(network, n(4, 4), row(0, 0), row(0, 0));
    }

    @Test
    void aFlowMayHarmAResourceThatDoesNotLimitIt() {
        // Both flows on resource 1 (10, n0 = 1, d = 1), x also on resource 0 (2). n = 1 and 1: C_1(2) = 9, x = 2, y =
        // 7.
        // By n of x: x nothing, y -1. By n of y: y -1 as well, for it is alone with the rest.
        FlowNetwork network = new FlowNetwork(
                paths(p(0, 1), p(1)), new double[] {2, 10}, new double[] {NONE, 1}, new double[] {0, 1}, new double[] {
                    NONE, NONE
                });
        assertJacobian(network, n(1, 1), row(0, 0), row(-1, -1));
    }

    @Test
    void belowItsCeilingAFlowGainsTheCeilingPerConnection() {
        // C = 10; two connections of at most 1 each, three without ceiling: 2 and 8.
        assertJacobian(ceilings(paths(p(0), p(0)), n(1, NONE), 10), n(2, 3), row(1, 0), row(-1, 0));
    }

    @Test
    void whatNothingLimitsCountsForNothing() {
        FlowNetwork network = net(paths(p(), p(0), p(1)), 4, NONE);
        assertJacobian(network, n(1, 1, 3), row(0, 0, 0), row(0, 0, 0), row(0, 0, 0));
        assertJacobian(network, n(0, 1, 0), row(0, 0, 0), row(0, 0, 0), row(0, 0, 0));
    }

    @Test
    void aFlowThatBeginsTakesFromThoseThatFillItsResource() {
        // x has 2 connections and all 10: s = 5. The first small part of a connection of y gets 5 per connection from
        // x.
        assertJacobian(net(paths(p(0), p(0)), 10), n(2, 0), row(0, -5), row(0, 5));
        // With a ceiling of 1 it takes only that.
        assertJacobian(ceilings(paths(p(0), p(0)), n(NONE, 1), 10), n(2, 0), row(0, -1), row(0, 1));
    }

    @Test
    void aFlowThatBeginsGetsTheLeastLevelOfItsPathAndTakesItOnEveryFullResource() {
        // A = 10 with x, n = 2 (level 5); B = 4 with z, n = 2 (level 2). y on both gets 2, from x and from z.
        assertJacobian(net(paths(p(0), p(0, 1), p(1)), 10, 4), n(2, 0, 2), row(0, -2, 0), row(0, 2, 0), row(0, -2, 0));
    }

    @Test
    void aFlowThatBeginsCostsConnectionsToo() {
        // C = 10, n0 = 3, d = 2, x with n = 4: C = 8, s = 2. y takes 2 from x and costs 2 more.
        assertJacobian(deteriorating(paths(p(0), p(0)), 10, 3, 2), n(4, 0), row(-2, -4), row(0, 2));
    }

    @Test
    void aFlowThatBeginsWhereNothingIsFullIsPromisedWhatItsFirstConnectionWouldFind() {
        // x holds itself to 3 of 10. y finds 7; its ceiling, if it has one, is what it gets.
        assertJacobian(ceilings(paths(p(0), p(0)), n(3, NONE), 10), n(1, 0), row(3, 0), row(0, 7));
        assertJacobian(ceilings(paths(p(0), p(0)), n(3, 2), 10), n(1, 0), row(3, 0), row(0, 2));
        // Nobody is there yet: 10. And where there is nothing to be had: nothing.
        assertJacobian(net(paths(p(0), p(0, 1)), 10, 0), n(0, 0), row(10, 0), row(0, 0));
    }

    @Test
    void ofTwoResourcesFilledAtOnceTheFirstLimits() {
        // x on 0 and 1, y on 1; capacities 5 and 10, n = 1: level 5 on both. Resource 0 stops x, 1 then y alone.
        assertJacobian(net(paths(p(0, 1), p(1)), 5, 10), n(1, 1), row(0, 0), row(0, 0));
        // The other way round resource 0 stops both, and 1 is full without limiting.
        assertJacobian(net(paths(p(0, 1), p(0)), 10, 5), n(1, 1), row(2.5, -2.5), row(-2.5, 2.5));
        // A ceiling at the level goes first.
        assertJacobian(ceilings(paths(p(0), p(0)), n(5, NONE), 10), n(1, 1), row(5, 0), row(-5, 0));
    }

    @Test
    void aFlowThatBeginsOnAResourceThatIsFullButLimitsNobodyTakesFromThoseOnIt() {
        // x goes through 0 and 1, both of 10, and is stopped at 0. y begins on 1: 10, all of it from x.
        assertJacobian(net(paths(p(0, 1), p(1)), 10, 10), n(1, 0), row(0, -10), row(0, 10));
        // x shares 0 (10) with s, and fills 1 (5) alone. What y takes of x on 1, s gets on 0.
        assertJacobian(
                net(paths(p(0, 1), p(0), p(1)), 10, 5),
                n(1, 1, 0),
                row(2.5, -2.5, -5),
                row(-2.5, 2.5, 5),
                row(0, 0, 5));
        // x has 10 connections of 1 and so fills a resource of 10. y takes 1 per connection.
        assertJacobian(ceilings(paths(p(0), p(0)), n(1, NONE), 10), n(10, 0), row(1, -1), row(0, 1));
    }

    @Test
    void theSameFlowIsDisplacedOnceOnSeveralFullResources() {
        // x on 0, 1 and 2, y on 1 and 2, all of 10: y takes x's rate once, though it meets it twice.
        assertJacobian(net(paths(p(0, 1, 2), p(1, 2)), 10, 10, 10), n(1, 0), row(0, -10), row(0, 10));
        // x on 0 and 1, w on 2 and 3, y on 1 and 3: it takes from both.
        assertJacobian(
                net(paths(p(0, 1), p(2, 3), p(1, 3)), 10, 10, 10, 10),
                n(1, 1, 0),
                row(0, 0, -10),
                row(0, 0, -10),
                row(0, 0, 10));
        // x on 0 and 1, y on both: resource 0, which stopped x, is what limits y too.
        assertJacobian(net(paths(p(0, 1), p(0, 1)), 10, 10), n(1, 0), row(0, -10), row(0, 10));
    }

    @Test
    void nothingIsDerivedWhereThereIsNothing() {
        assertJacobian(net(paths(), 10), n());
    }

    @Test
    void arraysOfTheWrongLengthAreRefused() {
        FlowNetwork network = net(paths(p(0)), 1);
        ThroughputGradient gradient = new ThroughputGradient(network, new WeightedMaxMin(network));
        assertThatThrownBy(() -> gradient.product(n(1), n(1), n(1, 2), n(0)))
                .hasMessageContaining("there are 1 flows, given were 1 weights, 1 rates, 2 numbers");
        assertThatThrownBy(() -> gradient.forward(n(1), n(1, 1), n(1), n(0))).hasMessageContaining("2 rates");
        assertThatThrownBy(() -> gradient.diagonal(n(1), n(1), n())).hasMessageContaining("room for 0");
    }

    private static void assertJacobian(FlowNetwork network, double[] weights, double[]... expected) {
        int flows = weights.length;
        WeightedMaxMin solver = new WeightedMaxMin(network);
        ThroughputGradient gradient = new ThroughputGradient(network, solver);
        double[] rates = new double[flows];
        solver.allocate(weights, rates);
        double[] out = new double[flows];
        for (int j = 0; j < flows; j++) {
            gradient.product(weights, rates, unit(flows, j), out);
            assertThat(out).as("row %d", j).containsExactly(expected[j], within(1e-9));
        }
        for (int k = 0; k < flows; k++) {
            gradient.forward(weights, rates, unit(flows, k), out);
            for (int j = 0; j < flows; j++) {
                assertThat(out[j]).as("row %d, column %d", j, k).isEqualTo(expected[j][k], within(1e-9));
            }
        }
        gradient.diagonal(weights, rates, out);
        for (int k = 0; k < flows; k++) {
            assertThat(out[k]).as("diagonal %d", k).isEqualTo(expected[k][k], within(1e-9));
        }
    }

    private static double[] unit(int length, int at) {
        double[] unit = new double[length];
        unit[at] = 1;
        return unit;
    }

    private static FlowNetwork net(int[][] paths, double... capacities) {
        double[] none = new double[paths.length];
        Arrays.fill(none, NONE);
        return ceilings(paths, none, capacities);
    }

    private static FlowNetwork ceilings(int[][] paths, double[] ceilings, double... capacities) {
        double[] from = new double[capacities.length];
        Arrays.fill(from, NONE);
        return new FlowNetwork(paths, capacities, from, new double[capacities.length], ceilings);
    }

    private static FlowNetwork deteriorating(int[][] paths, double capacity, double from, double loss) {
        double[] none = new double[paths.length];
        Arrays.fill(none, NONE);
        return new FlowNetwork(paths, new double[] {capacity}, new double[] {from}, new double[] {loss}, none);
    }

    private static int[][] paths(int[]... paths) {
        return paths;
    }

    private static int[] p(int... resources) {
        return resources;
    }

    private static double[] n(double... numbers) {
        return numbers;
    }

    private static double[] row(double... numbers) {
        return numbers;
    }
}
