// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.FaultCounts;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PidMatch;
import io.tcn.alto.model.VersionTag;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PidMapParserTest {
    @Test
    void theExampleIsReadWhole() throws Exception {
        PidMapDocument map = PidMapParser.parse(Fixtures.bytes("networkmap.json"));

        assertThat(map.vtag()).isEqualTo(new VersionTag("netmap", "9f2c41d07be3"));
        assertThat(map.pids()).containsOnlyKeys("pid-cern", "pid-bnl", "pid-fnal", "pid-rest");
        assertThat(map.faults()).isEqualTo(FaultCounts.NONE);
        assertThat(map.find(Address.parse("2001:db8:3::7"))).contains(new PidMatch("pid-fnal", 48));
    }

    @Test
    void n05UnknownAddressTypesAreIgnoredAndTheirPidStays() throws Exception {
        PidMapDocument map = PidMapParser.parse(Fixtures.json("""
                {'meta': {'vtag': {'resource-id': 'n', 'tag': '1'}},
                 'network-map': {'a': {'mac': ['00-11-22'], 'priv:x': 7}, 'b': {'ipv4': ['0.0.0.0/0'], 'mac': []}}}"""));

        assertThat(map.pids()).containsEntry("a", List.of()).containsKey("b");
        assertThat(map.find(Address.parse("1.2.3.4"))).contains(new PidMatch("b", 0));
        assertThat(map.faults().counts()).isEqualTo(Map.of(Fault.UNKNOWN_ADDRESS_TYPE, 3));
    }

    @Test
    void n06HostBitsAreMaskedAndThenTheRfcsExampleHasOnePrefixTwice() throws Exception {
        PidMapDocument map = PidMapParser.parse(Fixtures.bytes("networkmap-slips.json"));

        assertThat(map.faults().counts()).isEqualTo(Map.of(Fault.HOST_BITS, 1, Fault.DUPLICATE_PREFIX, 1));
        assertThat(map.find(Address.parse("198.51.100.129"))).contains(new PidMatch("PID3", 0));
        assertThat(map.find(Address.parse("192.0.2.1"))).contains(new PidMatch("PID1", 24));
    }

    @Test
    void n06PrefixesThatCannotBeReadAreLeftOutAlone() throws Exception {
        PidMapDocument map = PidMapParser.parse(Fixtures.json("""
                {'meta': {'vtag': {'resource-id': 'n', 'tag': '1'}},
                 'network-map': {'a': {'ipv4': ['10.0.0.0/8', '10.0.0.0', '::/0', 7, null, '1.2.3.4/99'], 'ipv6': 'x'},
                                 'b b': {}, 'c': []}}"""));

        assertThat(map.pids()).containsOnlyKeys("a");
        assertThat(map.faults().counts())
                .isEqualTo(Map.of(Fault.BAD_PREFIX, 5, Fault.BAD_ENTRY, 3, Fault.INCOMPLETE, 1));
        assertThat(map.find(Address.parse("10.1.1.1"))).contains(new PidMatch("a", 8));
        assertThat(map.find(Address.parse("11.1.1.1"))).isEmpty();
    }

    @Test
    void aMapWithoutItsVersionIsRefused() {
        assertRefused(InvalidReason.VTAG, () -> PidMapParser.parse(Fixtures.json("{'meta': {}, 'network-map': {}}")));
        assertRefused(
                InvalidReason.VTAG,
                () -> PidMapParser.parse(
                        Fixtures.json("{'meta': {'vtag': {'resource-id': 'n', 'tag': 'a b'}}, 'network-map': {}}")));
        assertRefused(InvalidReason.MISSING_MEMBER, () -> PidMapParser.parse(Fixtures.json("{'network-map': {}}")));
        assertRefused(
                InvalidReason.MISSING_MEMBER,
                () -> PidMapParser.parse(Fixtures.json("{'meta': {'vtag': {'resource-id': 'n', 'tag': '1'}}}")));
    }

    @Test
    void g07UnknownFieldsAreIgnored() throws Exception {
        PidMapDocument map = PidMapParser.parse(Fixtures.json("""
                {'more': [1, {'x': null}], 'meta': {'x': {}, 'vtag': {'resource-id': 'n', 'tag': '1', 'z': 0}},
                 'network-map': {}}"""));
        assertThat(map.vtag()).isEqualTo(new VersionTag("n", "1"));
        assertThat(map.faults()).isEqualTo(FaultCounts.NONE);
    }
}
