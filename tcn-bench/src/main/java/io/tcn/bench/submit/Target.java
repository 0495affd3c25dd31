// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.report.Figure;
import java.net.URI;
import java.util.List;
import javax.net.ssl.SSLContext;

/// The server that is measured.
interface Target extends AutoCloseable {
    URI url();

    SSLContext tls();

    /// Where files are said to be read, without path.
    String source();

    /// Where files are said to be written, without path.
    String destination();

    /// What it needed of memory until now; empty where that cannot be told.
    List<Figure> memory() throws BenchException;

    /// Processor time of the server until now, nanoseconds; -1 where that cannot be told.
    long cpuNanos();

    @Override
    void close();
}
