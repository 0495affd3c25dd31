// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for what listens later, or comes back where it was. They lie below those that the kernel gives to whoever
/// asks for any, so that nobody else has one by then. Each JVM of the tests has a slice of its own.
public final class TestPorts {
    /// The property in which the build tells the number of the JVM, from 1 on.
    static final String FORK = "tests.fork";

    private static final int FIRST = 20_000;
    private static final int SLICES = 24;
    private static final int SLICE = 500;
    private static final int BEGIN = FIRST + SLICE * Math.floorMod(Integer.getInteger(FORK, 1) - 1, SLICES);

    /// Builds side by side have the same slices: each begins somewhere else in the first half.
    private static int next = BEGIN + ThreadLocalRandom.current().nextInt(SLICE / 2);

    private TestPorts() {}

    /// A free one, that is not given again.
    public static int one() throws IOException {
        return row(1);
    }

    /// A free one with a free one after it, the same of both.
    public static int pair() throws IOException {
        return row(2);
    }

    private static synchronized int row(int count) throws IOException {
        int first = next;
        while (next < first + count) {
            if (next == BEGIN + SLICE) {
                throw new IOException("the ports " + BEGIN + " to " + (next - 1) + " are used up");
            }
            if (!isFree(next)) {
                first = next + 1;
            }
            next++;
        }
        return first;
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return tried.isBound();
        } catch (BindException taken) {
            return false;
        }
    }
}
