// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AltoNamesTest {
    private static final String LONG = "a".repeat(64);

    private static Arguments grammar(String what, Predicate<String> rule, List<String> good, List<String> bad) {
        return Arguments.of(what, rule, good, bad);
    }

    static Stream<Arguments> grammars() {
        List<String> names = List.of("a", "A1-:@_.z", LONG);
        List<String> notNames = List.of("", LONG + "a", "a b", "a/b", "é", "a\n", "a%", "a,b");
        return Stream.of(
                grammar("PID", AltoNames::isPidName, names, notNames),
                grammar("resource", AltoNames::isResourceId, names, notNames),
                grammar("network element", AltoNames::isAneName, names, notNames),
                grammar("substream", AltoNames::isSubstreamId, List.of("pv1", "a:b@c_d-e"), List.of("", "a.b", "a b")),
                grammar(
                        "tag",
                        AltoNames::isTag,
                        List.of("!", "~", "a\"b/c", LONG),
                        List.of("", " ", "a b", LONG + "a", "é")),
                grammar(
                        "cost metric",
                        AltoNames::isCostMetric,
                        List.of("routingcost", "delay-ow:p99.9", "priv:x", "a".repeat(32)),
                        List.of("", "priv:", "a".repeat(33), "a b", "a@b")),
                grammar(
                        "property",
                        AltoNames::isEntityPropertyName,
                        List.of("pid", "netmap.pid", ".pid", "priv:tcn-kind", "max-reservable-bandwidth", "a.b.c"),
                        List.of("", "netmap.", "a b", "priv:", "net/map.pid", "a".repeat(33))),
                grammar(
                        "domain type",
                        AltoNames::isEntityDomainType,
                        List.of("ane", "ipv4", "priv:x", "a_b-c"),
                        List.of("", "a.b", "priv:", "a:b", LONG + "a")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("grammars")
    void g09NamesObeyTheirGrammar(String what, Predicate<String> rule, List<String> good, List<String> bad) {
        assertThat(good).allMatch(rule, what);
        assertThat(bad).noneMatch(rule);
    }

    @Test
    void g09RecordsRefuseWhatBreaksTheGrammar() throws Exception {
        assertThat(VersionTag.parse("netmap", "1")).isEqualTo(new VersionTag("netmap", "1"));
        Fixtures.assertRefused(InvalidReason.VTAG, () -> VersionTag.parse("net map", "1"));
        Fixtures.assertRefused(InvalidReason.VTAG, () -> VersionTag.parse("netmap", "1 2"));
        Fixtures.assertRefused(InvalidReason.COST_TYPE, () -> CostType.parse("priv:", "numerical", null));
        Fixtures.assertRefused(InvalidReason.COST_TYPE, () -> CostType.parse("routingcost", "", null));
    }

    @Test
    void costTypesMeanTheSameWhateverTheirDescription() {
        CostType plain = CostType.of("routingcost", "numerical");
        assertThat(plain.sameKey(new CostType("routingcost", "numerical", "cheap is good")))
                .isTrue();
        assertThat(plain.sameKey(CostType.of("routingcost", "ordinal"))).isFalse();
    }
}
