// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Endpoint;
import java.util.OptionalDouble;

/// What operators let storages read and write at most. Asked by the map loop at every refresh.
public interface StorageCapacities {
    /// Whether anything is set at all.
    boolean isAnySet();

    /// Most that is read at an endpoint, in bit/s; empty where nothing is set.
    OptionalDouble readBps(Endpoint endpoint);

    /// Most that is written at an endpoint, in bit/s; empty where nothing is set.
    OptionalDouble writeBps(Endpoint endpoint);
}
