// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.util.random.RandomGenerator;

/// The embedded server, with faults that a test switches on.
public final class FaultyServer extends AltoServer {
    private final Faults faults = new Faults();

    public FaultyServer(PublishedNetwork network, AltoServerSettings settings, RandomGenerator random) {
        super(network, settings, random);
    }

    /// What it does wrong.
    public Faults faults() {
        return faults;
    }

    @Override
    public AltoResponse handle(AltoRequest request) {
        return faults.answer(request, super::handle);
    }

    @Override
    AltoTransport.Opened open(AltoRequest request, Outlet outlet) {
        AltoResponse instead = isForStream(request) ? faults.instead(Faults.id(request)) : null;
        return instead == null ? super.open(request, outlet) : new AltoTransport.Opened.Refused(instead);
    }
}
