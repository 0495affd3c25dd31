// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

/// How fast bytes came between two reports of a storage.
///
/// @param periodNanos time between them
/// @param bytesPerNano bytes per nanosecond in that time
record ReportedRate(double periodNanos, double bytesPerNano) {
    /// Nothing is known: nothing is expected.
    static final ReportedRate NONE = new ReportedRate(0, 0);

    /// A report that is late by more than this part of the time between two says that bytes do not come any more.
    private static final double LATE = 0.5;

    boolean isKnown() {
        return periodNanos > 0;
    }

    static ReportedRate of(long bytes, long periodNanos) {
        return new ReportedRate(periodNanos, (double) bytes / periodNanos);
    }

    /// Bytes that have probably come so long after a report.
    double bytesAfter(long nanos) {
        return bytesPerNano * Math.clamp((double) nanos, 0, (1 + LATE) * periodNanos);
    }

    /// More bytes in the same time: a storage tells of each of its stripes.
    ReportedRate plus(long bytes) {
        return new ReportedRate(periodNanos, bytesPerNano + bytes / periodNanos);
    }

    /// A part of the way from here to another rate.
    ReportedRate towards(ReportedRate other, double part) {
        return new ReportedRate(
                periodNanos + part * (other.periodNanos - periodNanos),
                bytesPerNano + part * (other.bytesPerNano - bytesPerNano));
    }
}
