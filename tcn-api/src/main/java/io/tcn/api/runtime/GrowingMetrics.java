// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;

/// Metrics of which there come more while the server runs, up to a bound of their own.
public interface GrowingMetrics {
    /// Puts those into a registry that are not there yet.
    ///
    /// @param there what is there, in words of this one; added to
    void addTo(MeterRegistry to, Set<String> there);
}
