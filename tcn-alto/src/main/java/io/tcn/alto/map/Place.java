// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import java.util.List;

/// Where an endpoint is in the network.
public sealed interface Place {
    /// At addresses.
    ///
    /// @param addresses in order, each once
    record At(List<Address> addresses) implements Place {
        public At {
            addresses = addresses.stream().sorted().distinct().toList();
        }
    }

    /// Somewhere in a group of addresses that an ALTO server names.
    ///
    /// @param pid name of the group
    record InPid(String pid) implements Place {}

    /// The name service is asked for the first time.
    record Asked() implements Place {}

    /// Nobody knows.
    record Unknown() implements Place {}
}
