// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

/// How much of an answer is held at once: the usual limit, less where the heap is small. A server that sends
/// without end must meet a limit before it fills the heap.
public final class HeapShare {
    /// A body of which twice as much is allocated while it grows, its copy, and what is read from it.
    private static final int SHARE_OF_BODY = 16;
    /// Bytes of a token in a tree, with room for three times of it.
    private static final int BYTES_OF_TOKEN = 200;

    private HeapShare() {}

    /// The largest body.
    ///
    /// @param usual limit where the heap is large
    public static int bytes(int usual) {
        return bytes(usual, Runtime.getRuntime().maxMemory());
    }

    static int bytes(int usual, long heapBytes) {
        return (int) Math.min(usual, Math.max(1, heapBytes / SHARE_OF_BODY));
    }

    /// The most tokens of a tree.
    static long tokens(long usual, long heapBytes) {
        return Math.min(usual, Math.max(1, heapBytes / BYTES_OF_TOKEN));
    }
}
