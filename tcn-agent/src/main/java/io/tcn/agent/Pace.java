// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

/// How fast the bytes of one copy may go. Safe for several threads.
public interface Pace {
    /// As fast as they can.
    Pace FREE = new Pace() {
        @Override
        public long passed(long bytes) {
            return 0;
        }

        @Override
        public long left() {
            return 0;
        }

        @Override
        public void after(long nanos, Runnable resume) {
            resume.run();
        }
    };

    /// Bytes have passed.
    ///
    /// @return nanoseconds until more may be asked for; zero or less if they may at once
    long passed(long bytes);

    /// How long what passed last has still to wait, by what holds now: bounds may have changed since.
    ///
    /// @return nanoseconds until more may be asked for; zero or less if it may at once
    long left();

    /// Runs something when a time is over; does not block.
    void after(long nanos, Runnable resume);
}
