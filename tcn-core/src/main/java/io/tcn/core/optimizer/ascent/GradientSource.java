// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.optimizer.Reason;
import java.util.List;

/// Where the derivative of the throughputs by the connections comes from. Called by one thread, once per interval
/// each: [#observe], [#gradient], [#addRows] and [#remember], in this order.
public interface GradientSource {
    /// Takes in what was measured.
    void observe(IntervalView view);

    /// The product of the transposed Jacobian with a vector: `gradient[k] = sum over j of v[j] dT_j / dn_k`.
    ///
    /// @param v per pipe, utility per bit/s
    /// @param gradient result per pipe, utility per connection
    void gradient(double[] v, double[] gradient);

    /// Adds what is known of capacities, as rows that the step has to keep.
    void addRows(StepRows rows);

    /// Whether a row that it has added last is none of what is known, but keeps a step from leading too far at once. By
    /// default none is.
    default boolean isCaution(int row) {
        return false;
    }

    /// Takes back the rows that it has added, with the prices that the step has found.
    void remember(StepRows rows);

    /// What one more connection of a pipe carries by itself, in bit/s; 0 where nothing is known yet.
    double perConnectionBps(int pipe);

    /// What one more connection of a pipe brings it, in bit/s: the gradient of a pipe that pays no price is its
    /// slope times that. What a bound costs a pipe counts by that too. Else one that several full resources leave a
    /// third of what its connections carry by themselves would be given back three times what it was charged, and
    /// crowd out the others of its bound. By default what a connection carries by itself.
    default double gainBps(int pipe) {
        return perConnectionBps(pipe);
    }

    /// Standard error of a pipe's throughput from one interval to the next, as a part of it; 0 where nothing is
    /// known of it. By default nothing is.
    default double noise(int pipe) {
        return 0;
    }

    /// Whether a capacity on the way of a pipe was full in the last step, so that what the pipe gains others
    /// lose. By default none is known.
    default boolean sharesWhatIsFull(int pipe) {
        return false;
    }

    /// Whether something on the way of a pipe carries less with more connections, and they stay: none is to be added
    /// then. By default nothing is known of it.
    default boolean isOnWornOut(int pipe) {
        return false;
    }

    /// What a connection of a pipe will carry, in bit/s, when others have given way where connections wear something
    /// out while a guarantee is short: no more of them are to be asked for than that takes. 0 elsewhere, and by
    /// default.
    default double relievedBps(int pipe) {
        return 0;
    }

    /// What a connection of a pipe will carry, in bit/s, as soon as others give way, where something that it shares is
    /// nearly full: what is open has to keep its bounds then, too. 0 elsewhere, and by default.
    default double freeBps(int pipe) {
        return 0;
    }

    /// Capacities of the map that measurements have refuted. By default all are believed.
    default List<DoubtedCapacity> doubts() {
        return List.of();
    }

    /// By which kind of gradient a pipe is led.
    Reason reasonOf(int pipe);

    /// Whether far steps are safe: limits on where nobody has been are among its rows.
    default boolean guardsSteps() {
        return false;
    }

    /// Whether measurements are needed that differ from each other: then n is varied a little all the time.
    boolean wantsExploration();
}
