// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What people write for the ends of a path: addresses, or PIDs of the network map.
final class Places {
    private final AltoClient client;
    private @Nullable PidMapDocument map;

    Places(AltoClient client) {
        this.client = client;
    }

    /// Reads an address with or without its type, empty if the text is something else.
    static Optional<Address> address(String text) {
        try {
            return Optional.of(
                    text.startsWith("ipv4:") || text.startsWith("ipv6:")
                            ? Address.parseTyped(text)
                            : Address.parse(text));
        } catch (AltoFormatException another) {
            return Optional.empty();
        }
    }

    /// Addresses for texts; for a PID the first usable address in it.
    List<Address> addresses(List<String> texts) throws AltoException, WrongArgumentException, InterruptedException {
        List<Address> all = new ArrayList<>();
        for (String text : texts) {
            Optional<Address> literal = address(text);
            all.add(literal.isPresent() ? literal.get() : inPid(text));
        }
        return all;
    }

    /// PIDs for texts; for an address the PID that it is in.
    List<String> pids(List<String> texts) throws AltoException, WrongArgumentException, InterruptedException {
        List<String> all = new ArrayList<>();
        for (String text : texts) {
            Optional<Address> literal = address(text);
            if (literal.isPresent()) {
                all.add(map().find(literal.get())
                        .orElseThrow(() -> new WrongArgumentException(text + " is in no PID of the network map"))
                        .pid());
            } else {
                known(text);
                all.add(text);
            }
        }
        return all;
    }

    private Address inPid(String pid) throws AltoException, WrongArgumentException, InterruptedException {
        List<Prefix> prefixes = known(pid);
        if (prefixes.isEmpty()) {
            throw new WrongArgumentException("the PID " + pid + " has no addresses; give an address");
        }
        Prefix first = prefixes.getFirst();
        Address base = first.base();
        boolean isSingle = first.length() == base.family().bits();
        return isSingle ? base : new Address(base.family(), base.high(), base.low() + 1);
    }

    private List<Prefix> known(String pid) throws AltoException, WrongArgumentException, InterruptedException {
        List<Prefix> prefixes = map().pids().get(pid);
        if (prefixes == null) {
            throw new WrongArgumentException("\"" + pid + "\" is neither an address nor a PID of the network map; see"
                    + " \"tcn alto map\" for its PIDs");
        }
        return prefixes;
    }

    private PidMapDocument map() throws AltoException, InterruptedException {
        PidMapDocument known = map;
        if (known == null) {
            known = client.networkMap(mapId(client.directory(), null)).document();
            map = known;
        }
        return known;
    }

    /// The network map to use.
    ///
    /// @param asked its id, null for the default one, or the first one where none is the default
    static String mapId(ServiceDirectory directory, @Nullable String asked) throws AltoException {
        if (asked != null) {
            return asked;
        }
        Optional<Service> map = directory.defaultNetworkMap();
        if (map.isEmpty()) {
            map = directory.ofKind(ServiceKind.NETWORK_MAP).stream().findFirst();
        }
        return map.orElseThrow(() -> AltoException.notOffered("the server has no network map"))
                .id();
    }
}
