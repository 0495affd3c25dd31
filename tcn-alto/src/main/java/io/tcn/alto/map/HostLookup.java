// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import java.io.IOException;
import java.util.List;

/// Finds the addresses of a host name.
@FunctionalInterface
public interface HostLookup {
    /// Addresses of both families. May block.
    ///
    /// @throws IOException if the name is not known or nobody answers
    List<Address> lookup(String host) throws IOException;
}
