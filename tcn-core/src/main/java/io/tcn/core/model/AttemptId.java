// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// One try at a transfer. A late answer about an older attempt is told from one about the present attempt by the
/// number.
///
/// @param transfer which transfer
/// @param number 1 for the first attempt
public record AttemptId(TransferId transfer, int number) {
    public AttemptId {
        if (number < 1) {
            throw new IllegalArgumentException("attempts count from 1, given was " + number);
        }
    }

    @Override
    public String toString() {
        return transfer + "/" + number;
    }
}
