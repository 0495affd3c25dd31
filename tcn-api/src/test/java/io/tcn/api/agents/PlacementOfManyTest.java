// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.UrlPattern;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import java.net.URI;
import java.time.Duration;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlacementOfManyTest {
    private static final int SITES = 200;

    private final AgentRegistry registry = new AgentRegistry(1, Duration.ofSeconds(30));
    private final Placement placement = new Placement();
    private final Map<String, Integer> inUse = new HashMap<>();

    private AgentRegistry.Known heard(Beats beats) {
        registry.heard(beats.at(Beats.NOW), 0, Beats.NOW);
        return registry.find("i-" + beats.name()).orElseThrow();
    }

    private static Placement.Wanted wanted(String source, String destination) {
        return new Placement.Wanted(
                new Transfer(
                        TransferId.of(1),
                        PipeId.of("p"),
                        URI.create(source),
                        URI.create(destination),
                        -1,
                        3,
                        Set.of(),
                        TransferOptions.DEFAULT),
                false,
                true,
                true);
    }

    /// 10,000 agents of 200 sites, 50 at each, and 1,000 transfers among 20 sites. A walk through all agents asks
    /// their patterns some 20,000,000 times.
    @Test
    void aPlacementAmongTenThousandAgentsAsksFewPatterns() {
        AtomicLong asked = new AtomicLong();
        for (int agent = 0; agent < 10_000; agent++) {
            AgentRegistry.Known known =
                    heard(Beats.of("a" + agent).reach("https://*").near("*.site" + agent % SITES + ".example"));
            placement.put(counting(known, asked), 0, Set.of());
        }
        Map<String, Integer> given = new HashMap<>();
        for (int transfer = 0; transfer < 1000; transfer++) {
            int site = transfer % 20;
            Placement.Wanted wanted = wanted(
                    "https://se.site" + (site + 1) % 20 + ".example/f" + transfer,
                    "https://se.site" + site + ".example/f" + transfer);
            AgentRegistry.Known chosen = placement.choose(wanted, Set.of()).orElseThrow();
            int used = given.merge(chosen.last().agent(), 1, Integer::sum);
            assertThat(chosen.last().near()).containsExactly("*.site" + site + ".example");
            placement.put(chosen, used, Set.of());
        }

        // 1,000 transfers, 50 to each of 20 sites with 50 agents: one each.
        assertThat(given).hasSize(1000);
        // 20 pairs of endpoints, 200 groups, at most 4 patterns of each.
        assertThat(asked).hasValueBetween(1, 20 * SITES * 4);
    }

    private static AgentRegistry.Known counting(AgentRegistry.Known agent, AtomicLong asked) {
        return new AgentRegistry.Known(
                agent.last(),
                counting(agent.reach(), asked),
                counting(agent.near(), asked),
                counting(agent.holds(), asked),
                agent.heardNanos(),
                agent.heardAt(),
                agent.skew(),
                agent.state());
    }

    private static List<UrlPattern> counting(List<UrlPattern> patterns, AtomicLong asked) {
        return new AbstractList<>() {
            @Override
            public UrlPattern get(int index) {
                asked.incrementAndGet();
                return patterns.get(index);
            }

            @Override
            public int size() {
                return patterns.size();
            }
        };
    }

    /// Agents come, go, fill and change what they tell, in any order: the choice stays that of the walk.
    @Test
    void eachChoiceIsThatOfAWalkThroughAllAgents() {
        List<String> hosts = List.of("se.a.example", "se.b.example", "se.c.example");
        List<String> patterns = List.of("*", "*.a.example", "*.b.example", "https://se.c.example", "file:///data");
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Placement tried = new Placement();
            Map<String, AgentRegistry.Known> there = new HashMap<>();
            inUse.clear();
            Map<String, Set<Endpoint>> closed = new HashMap<>();
            for (int step = 0; step < 200; step++) {
                String name = "a" + random.nextInt(12);
                if (random.nextInt(8) == 0) {
                    tried.remove("i-" + name);
                    there.remove(name);
                } else {
                    AgentRegistry fresh = new AgentRegistry(1, Duration.ofSeconds(30));
                    fresh.heard(
                            Beats.of(name)
                                    .reach(some(patterns, random))
                                    .near(some(patterns, random))
                                    .holds(some(patterns, random))
                                    .slots(random.nextInt(4))
                                    .leaving(random.nextInt(6) == 0)
                                    .at(Beats.NOW),
                            0,
                            Beats.NOW);
                    there.put(name, fresh.all().getFirst());
                    inUse.put(name, random.nextInt(4));
                    closed.put(name, closed(hosts, random));
                    tried.put(there.get(name), inUse.get(name), closed.get(name));
                }
                Placement.Wanted wanted = new Placement.Wanted(
                        wanted(url(hosts, random), url(hosts, random)).transfer(),
                        random.nextInt(4) == 0,
                        random.nextBoolean(),
                        random.nextBoolean());
                Set<String> failedAt = random.nextInt(3) == 0 ? Set.of("i-a1", "i-a2", "i-a3") : Set.of();
                List<Endpoint> ends = Placement.storages(wanted.transfer(), wanted.removal());
                Optional<String> expected = PlacementWalk.choose(
                                there.values(),
                                wanted,
                                agent -> inUse.get(agent.last().agent()),
                                agent -> ends.stream()
                                        .anyMatch(
                                                closed.getOrDefault(agent.last().agent(), Set.of())::contains),
                                failedAt)
                        .map(agent -> agent.last().agent());
                assertThat(tried.choose(wanted, failedAt)
                                .map(agent -> agent.last().agent()))
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(expected);
                found += expected.isPresent() ? 1 : 0;
            }
        }
        assertThat(found).as("the cases are not all empty").isGreaterThan(5000);
    }

    private static Set<Endpoint> closed(List<String> hosts, Random random) {
        return random.nextInt(3) == 0
                ? Set.of(Endpoint.parse("https://" + hosts.get(random.nextInt(hosts.size()))))
                : Set.of();
    }

    private static String url(List<String> hosts, Random random) {
        return random.nextInt(5) == 0
                ? "file:///data/f"
                : "https://" + hosts.get(random.nextInt(hosts.size())) + "/f" + random.nextInt(3);
    }

    private static String[] some(List<String> patterns, Random random) {
        Set<String> some = new HashSet<>();
        for (int picks = random.nextInt(4); picks > 0; picks--) {
            some.add(patterns.get(random.nextInt(patterns.size())));
        }
        return some.stream().sorted().toArray(String[]::new);
    }
}
