// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.Family;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Asks the resolver of the operating system.
public final class SystemLookup implements HostLookup {
    @Override
    public List<Address> lookup(String host) throws UnknownHostException {
        List<Address> addresses = new ArrayList<>();
        for (InetAddress found : InetAddress.getAllByName(host)) {
            ByteBuffer bytes = ByteBuffer.wrap(found.getAddress());
            addresses.add(
                    bytes.remaining() == Integer.BYTES
                            ? new Address(Family.IPV4, 0, Integer.toUnsignedLong(bytes.getInt()))
                            : new Address(Family.IPV6, bytes.getLong(), bytes.getLong()));
        }
        return addresses;
    }
}
