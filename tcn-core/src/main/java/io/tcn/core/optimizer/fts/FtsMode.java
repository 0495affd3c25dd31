// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

/// How boldly the optimizer of FTS goes about it; FTS knows the modes by number.
public enum FtsMode {
    /// Mode 1: small steps, one stream per transfer, no increase beyond the queue.
    CONSERVATIVE(1),
    /// Mode 2: larger steps up, several streams per transfer where transfers are few. What FTS installs.
    NORMAL(2),
    /// Mode 3: to the optimizer the same as mode 2.
    AGGRESSIVE(3);

    private final int number;

    FtsMode(int number) {
        this.number = number;
    }

    /// The number that FTS gives it.
    public int number() {
        return number;
    }

    /// The mode of a number.
    ///
    /// @throws IllegalArgumentException if there is none
    public static FtsMode of(int number) {
        for (FtsMode mode : values()) {
            if (mode.number == number) {
                return mode;
            }
        }
        throw new IllegalArgumentException("the modes of the FTS optimizer are 1, 2 and 3, given was " + number);
    }

    /// Whether transfers may get several streams and steps up are large.
    boolean isBold() {
        return number >= NORMAL.number;
    }
}
