// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

/// What moves together in one step: its threads at the storages, its streams on the link, the most that it can
/// move by itself, and what it got. Built anew in each step.
///
/// @param source index of the storage that is read, -1 for none
/// @param readThreads threads there
/// @param streams connections on the link, 0 for none
/// @param destination index of the storage that is written, -1 for none
/// @param writeThreads threads there
/// @param limitBps the most that it moves by itself, in bit/s
record Flow(int source, double readThreads, double streams, int destination, double writeThreads, double limitBps) {
    static final int NONE = -1;

    /// One that reads, sends and writes at once.
    static Flow through(int source, int destination, double files, double streams, double limitBps) {
        return new Flow(source, files, streams, destination, files, limitBps);
    }

    /// One on the link only.
    static Flow onLink(double streams, double limitBps) {
        return new Flow(NONE, 0, streams, NONE, 0, limitBps);
    }
}
