// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.List;

/// Hears of every change of a transfer's state within the transaction that makes it: what it writes is kept or lost
/// together with the change. Called after the states of the jobs concerned were brought up to date.
public interface StateJournal {
    /// Changes in the order in which they happened.
    void record(List<StateChange> changes);
}
