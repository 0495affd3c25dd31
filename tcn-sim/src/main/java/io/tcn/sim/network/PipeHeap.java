// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.Arrays;

/// All pipes by the moment of their next end, soonest first; of two at one moment the one with the lower index.
/// Cost: O(log pipes) per change, O(1) to see the first. Allocates nothing after construction.
final class PipeHeap {
    private final long[] endNanos;
    private final int[] heap;
    private final int[] place;

    PipeHeap(int pipes) {
        this.endNanos = new long[pipes];
        this.heap = new int[pipes];
        this.place = new int[pipes];
        Arrays.fill(endNanos, Long.MAX_VALUE);
        for (int i = 0; i < pipes; i++) {
            heap[i] = i;
            place[i] = i;
        }
    }

    /// The soonest end; [Long#MAX_VALUE] if there is none.
    long soonestNanos() {
        return heap.length == 0 ? Long.MAX_VALUE : endNanos[heap[0]];
    }

    /// The pipe of the soonest end; there must be a pipe.
    int soonest() {
        return heap[0];
    }

    /// Sets when the next transfer of a pipe ends, [Long#MAX_VALUE] for never.
    void set(int pipe, long nanos) {
        long before = endNanos[pipe];
        if (nanos == before) {
            return;
        }
        endNanos[pipe] = nanos;
        if (nanos < before) {
            siftUp(pipe);
        } else {
            siftDown(pipe);
        }
    }

    private void siftUp(int pipe) {
        int at = place[pipe];
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (!isBefore(pipe, heap[parent])) {
                break;
            }
            put(heap[parent], at);
            at = parent;
        }
        put(pipe, at);
    }

    private void siftDown(int pipe) {
        int at = place[pipe];
        while (true) {
            int child = 2 * at + 1;
            if (child >= heap.length) {
                break;
            }
            if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], pipe)) {
                break;
            }
            put(heap[child], at);
            at = child;
        }
        put(pipe, at);
    }

    private void put(int pipe, int at) {
        heap[at] = pipe;
        place[pipe] = at;
    }

    private boolean isBefore(int pipe, int other) {
        return endNanos[pipe] < endNanos[other] || (endNanos[pipe] == endNanos[other] && pipe < other);
    }
}
