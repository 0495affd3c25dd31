// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityIdTest {
    @ParameterizedTest
    @CsvSource({
        "ipv4:192.0.2.0/24, ipv4, 192.0.2.0/24",
        "ipv6:2001:DB8::1, ipv6, 2001:db8::1",
        "netmap.ipv6:2001:db8::/32, netmap.ipv6, 2001:db8::/32",
        "netmap.pid:a:b.c, netmap.pid, a:b.c",
        "ipv4:192.0.2.1/32, ipv4, 192.0.2.1",
        "ipv6:2001:db8::1/128, ipv6, 2001:db8::1",
        ".ane:k3, .ane, k3",
        "anes.ane:ams-nyc, anes.ane, ams-nyc",
        "priv:tcn:x:y, priv:tcn, x:y",
        "r.priv:tcn:x.y, r.priv:tcn, x.y",
        "pid:a.b, pid, a.b"
    })
    void r01IdsAreTakenApart(String text, String domain, String name) throws Exception {
        EntityId id = EntityId.parse(text);
        assertThat(id.domain()).isEqualTo(EntityDomain.parse(domain)).hasToString(domain);
        assertThat(id.name()).isEqualTo(name);
        assertThat(EntityId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ":", "ane", "ane:", ".:k", "a b.ane:k", "priv:x", ".ane:a b", "pid:", "a/b:c", "..ane:x"})
    void r01MalformedIdsAreRefused(String text) {
        Fixtures.assertRefused(InvalidReason.NAME, () -> EntityId.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ipv4:2001:db8::", "ipv6:192.0.2.1", "ipv4:x", "ipv4:1.2.3/8", "ipv6:::1%eth0"})
    void r01AddressesMustFitTheirDomain(String text) {
        Fixtures.assertRefused(InvalidReason.ADDRESS, () -> EntityId.parse(text));
    }

    @Test
    void r01DomainsAreSpecificAgnosticOrOwn() throws Exception {
        assertThat(EntityDomain.parse("ipv4").resourceId()).isNull();
        assertThat(EntityDomain.parse(".ane")).isEqualTo(EntityDomain.SELF_ANE);
        assertThat(EntityDomain.parse("netmap.pid").resourceId()).isEqualTo("netmap");
        assertThat(EntityDomain.parse("netmap.pid").definingMediaType()).contains(AltoMediaTypes.NETWORK_MAP);
        assertThat(EntityDomain.SELF_ANE.definingMediaType()).contains(AltoMediaTypes.PROPERTY_MAP);
        assertThat(EntityDomain.parse("x").definingMediaType()).isEqualTo(Optional.empty());
        Fixtures.assertRefused(InvalidReason.NAME, () -> EntityDomain.parse("a b.pid"));
        Fixtures.assertRefused(InvalidReason.NAME, () -> EntityDomain.parse("netmap."));
    }
}
