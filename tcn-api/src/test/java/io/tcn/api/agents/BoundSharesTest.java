// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BoundSharesTest {
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");

    private static ShapedBound bound(String resource, double maxBps) {
        return new ShapedBound(UserId.of("atlas"), ResourceId.of(resource), maxBps);
    }

    @Test
    void aBoundIsDividedAsTheRunningTransfersAre() {
        // Under r: here 1 on p, at the agent 2 on p and 1 on q: 1 of 4 and 3 of 4.
        var shares = BoundShares.of(
                Map.of(P, List.of(bound("r", 800)), Q, List.of(bound("r", 800))),
                Map.of("", Map.of(P, 1), "agent", Map.of(P, 2, Q, 1)));

        assertThat(shares.get("")).isEqualTo(Map.of(P, List.of(bound("r", 200))));
        assertThat(shares.get("agent")).isEqualTo(Map.of(P, List.of(bound("r", 600)), Q, List.of(bound("r", 600))));
    }

    @Test
    void whoWorksAloneHasAllOfIt() {
        assertThat(BoundShares.of(Map.of(P, List.of(bound("r", 800))), Map.of("agent", Map.of(P, 3))))
                .isEqualTo(Map.of("agent", Map.of(P, List.of(bound("r", 800)))));
    }

    /// A server that has just begun to lead has not heard of the agent yet, which works under the bound.
    @Test
    void whatCouldNotBeToldIsToldTheNextTime() {
        SharedBounds bounds = new SharedBounds();
        List<String> told = new ArrayList<>();
        boolean[] heard = {false};
        SharedBounds.Share share = (place, pipe, own) -> {
            if (heard[0]) {
                told.add(place + " " + own);
            }
            return heard[0];
        };
        Map<String, Map<PipeId, Integer>> running = Map.of("agent", Map.of(P, 2));
        bounds.set(P, List.of(bound("r", 800)));
        bounds.divide(running, share);
        heard[0] = true;
        bounds.divide(running, share);
        bounds.divide(running, share);
        assertThat(told).containsExactly("agent " + List.of(bound("r", 800)));

        heard[0] = false;
        bounds.set(P, List.of());
        bounds.divide(running, share);
        heard[0] = true;
        bounds.divide(running, share);
        bounds.divide(running, share);
        assertThat(told).containsExactly("agent " + List.of(bound("r", 800)), "agent []");
        assertThat(bounds.isEmpty()).isTrue();
    }

    @Test
    void theSharesOfEachBoundAddUpToIt() {
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map<PipeId, List<ShapedBound>> bounds = new TreeMap<>();
            Map<String, Map<PipeId, Integer>> running = new TreeMap<>();
            for (int pipe = 0; pipe < 5; pipe++) {
                List<ShapedBound> own = new ArrayList<>();
                for (int resource = 0; resource < 3; resource++) {
                    if (random.nextBoolean()) {
                        own.add(bound("r" + resource, 1000 + resource));
                    }
                }
                bounds.put(PipeId.of("p" + pipe), own);
                for (int place = 0; place < 4; place++) {
                    running.computeIfAbsent("place" + place, first -> new TreeMap<>())
                            .put(PipeId.of("p" + pipe), random.nextInt(4));
                }
            }
            var shares = BoundShares.of(bounds, running);
            shares.forEach((place, pipes) -> pipes.forEach((pipe, own) ->
                    assertThat(BoundShares.of(place, pipe, bounds, running)).isEqualTo(own)));
            Map<ResourceId, Map<String, Double>> byResource =
                    new TreeMap<>(java.util.Comparator.comparing(ResourceId::toString));
            shares.forEach((place, pipes) -> pipes.values()
                    .forEach(own -> own.forEach(share -> byResource
                            .computeIfAbsent(share.resource(), first -> new TreeMap<>())
                            .put(place, share.maxBps()))));
            Set<ResourceId> used = new TreeSet<>(java.util.Comparator.comparing(ResourceId::toString));
            running.values()
                    .forEach(pipes -> pipes.forEach((pipe, count) -> {
                        if (count > 0) {
                            bounds.getOrDefault(pipe, List.of()).forEach(bound -> used.add(bound.resource()));
                        }
                    }));
            int number = seed;
            assertThat(byResource.keySet()).as("seed %d", number).isEqualTo(used);
            byResource.forEach((resource, byPlace) -> assertThat(byPlace.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
                    .as("seed %d, %s", number, resource)
                    .isCloseTo(1000 + Integer.parseInt(resource.toString().substring(1)), within(1e-6)));
        }
    }
}
