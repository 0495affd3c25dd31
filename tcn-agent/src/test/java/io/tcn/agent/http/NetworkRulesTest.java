// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkRulesTest {
    private static final InetAddress MINE = InetAddress.ofLiteral("10.1.2.3");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "::ffff:169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "fe80::1",
                "fd00:ec2::254",
                "100.100.100.200",
                "168.63.129.16",
                "224.0.0.1",
                "255.255.255.255",
                "ff02::1"
            })
    void someAddressesAreNeverStorages(String address) {
        assertThat(rules(true).refusal(InetAddress.ofLiteral(address)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("never"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "0.0.0.1", "::", "64:ff9b::7f00:1", "10.1.2.3"})
    void ownAddressesAreRefusedUnlessAllowed(String address) {
        assertThat(rules(false).refusal(InetAddress.ofLiteral(address))).isPresent();
        assertThat(rules(true).refusal(InetAddress.ofLiteral(address))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.73.0.2", "192.168.1.1", "172.16.0.1", "8.8.8.8", "2001:db8::1", "fd00::1"})
    void privateAndPublicNetworksAreAllowed(String address) {
        assertThat(rules(false).refusal(InetAddress.ofLiteral(address))).isEmpty();
    }

    @Test
    void furtherNetworksCanBeRefused() {
        NetworkRules rules = rules(true, "192.168.0.0/17", "fd00:1::/33");

        assertThat(rules.refusal(InetAddress.ofLiteral("192.168.127.255")))
                .contains("in the refused network 192.168.0.0/17");
        assertThat(rules.refusal(InetAddress.ofLiteral("192.168.128.0"))).isEmpty();
        assertThat(rules.refusal(InetAddress.ofLiteral("fd00:1:7fff::"))).isPresent();
        assertThat(rules.refusal(InetAddress.ofLiteral("fd00:1:8000::"))).isEmpty();
    }

    @Test
    void theAddressesOfThisMachineAreKnown() {
        assertThat(new NetworkRules(false, List.of()).refusal(InetAddress.getLoopbackAddress()))
                .isPresent();
    }

    private static NetworkRules rules(boolean own, String... refused) {
        return new NetworkRules(own, List.of(refused), MINE::equals);
    }
}
