// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.report.Figure;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;

/// A server that somebody else runs, such as the real FTS. It must not start what is submitted (drain it), or its
/// scheduler is measured too.
///
/// @param url its address
/// @param tls how it is spoken to
record RunningTarget(URI url, SSLContext tls) implements Target {
    static RunningTarget of(SubmitSettings settings) throws BenchException {
        return new RunningTarget(
                Objects.requireNonNull(settings.url()),
                PemTls.context(
                        Objects.requireNonNull(settings.certificate()),
                        Objects.requireNonNull(settings.key()),
                        Objects.requireNonNull(settings.authorities())));
    }

    @Override
    public String source() {
        return "davs://bench-source.example.org";
    }

    @Override
    public String destination() {
        return "davs://bench-destination.example.org";
    }

    @Override
    public List<Figure> memory() {
        return List.of();
    }

    @Override
    public long cpuNanos() {
        return -1;
    }

    @Override
    public void close() {
        // Not ours.
    }
}
