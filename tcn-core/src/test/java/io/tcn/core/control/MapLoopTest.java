// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.ManualTime;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import io.tcn.core.state.TransportControlState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A map loop that asks every 60 s, and looks for new pipes every 5 s.
class MapLoopTest implements MapLoop.Listener {
    private final ManualTime time = new ManualTime();
    private final TransportControlState state = new TransportControlState(time);
    private final List<NetworkMapSnapshot> published = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final List<List<String>> asked = new ArrayList<>();
    private final List<NetworkMapChange> changes = new ArrayList<>();
    private double capacityBps = 100;
    private PipeMapping mapping = PipeMapping.MAPPED;
    private boolean unavailable;
    private boolean broken;
    private int told;
    private final List<String> defects = new ArrayList<>();
    private final MapLoop loop = new MapLoop(
            state, this::answer, time, Duration.ofSeconds(60), Duration.ofSeconds(5), this, new ControlEvents() {
                @Override
                public void mapChanged(NetworkMapChange change) {
                    changes.add(change);
                }

                @Override
                public void stepFailed(String loop, Throwable defect) {
                    defects.add(loop + ": " + defect.getMessage());
                }
            });

    @Test
    void asksAtTheStartAndOncePerPeriod() {
        loop.start();
        time.settle();
        assertThat(asked).hasSize(1);
        advance(59);
        assertThat(asked).hasSize(1);
        advance(1);
        assertThat(asked).hasSize(2);
        advance(60);
        assertThat(asked).hasSize(3);
    }

    @Test
    void theVersionGrowsOnlyWhenTheContentChanges() {
        loop.start();
        advance(60);
        assertThat(versions()).containsExactly(1L, 1L);
        assertThat(published.get(1).asOf()).isAfter(published.get(0).asOf());
        capacityBps = 200;
        advance(60);
        assertThat(versions()).containsExactly(1L, 1L, 2L);
        assertThat(told)
                .as("dispatch looks at the map only where its content is another one")
                .isEqualTo(2);
    }

    @Test
    void aNewPipeIsAskedForSoon() {
        loop.start();
        advance(7);
        declare("p");
        advance(3);
        assertThat(asked).containsExactly(List.of(), List.of("p"));
        assertThat(state.snapshot().map().pipeResources()).containsKey(PipeId.of("p"));
        // The period counts from there.
        advance(59);
        assertThat(asked).hasSize(2);
        advance(1);
        assertThat(asked).hasSize(3);
    }

    @Test
    void aSourceThatDoesNotAnswerLeavesTheLastMap() {
        declare("p");
        loop.start();
        time.settle();
        NetworkMapSnapshot before = state.snapshot().map();
        unavailable = true;
        advance(60);
        assertThat(state.snapshot().map()).isSameAs(before);
        assertThat(troubles).containsExactly("gone");
        // The pipes are the same: it is asked again after a period.
        advance(59);
        assertThat(troubles).hasSize(1);
        unavailable = false;
        capacityBps = 300;
        advance(1);
        assertThat(versions()).containsExactly(1L, 2L);
    }

    @Test
    void aNewPipeIsAskedForAgainAndAgainUntilTheSourceAnswers() {
        loop.start();
        time.settle();
        unavailable = true;
        declare("p");
        advance(10);
        assertThat(troubles).hasSize(2);
        unavailable = false;
        advance(5);
        assertThat(state.snapshot().map().pipeResources()).containsKey(PipeId.of("p"));
    }

    @Test
    void aDefectInTheSourceEndsNothing() {
        broken = true;
        loop.start();
        time.settle();
        assertThat(troubles).singleElement().asString().contains("defect");
        assertThat(defects).containsExactly("map: a defect");
        broken = false;
        advance(60);
        assertThat(versions()).containsExactly(1L);
    }

    @Test
    void nothingIsAskedAfterTheStop() {
        loop.start();
        time.settle();
        loop.stop();
        advance(600);
        assertThat(asked).hasSize(1);
    }

    @Test
    void aPeriodThatIsNotPositiveIsRefused() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new MapLoop(
                            state, this::answer, time, Duration.ofSeconds(1), wrong, this, ControlEvents.NONE))
                    .withMessageContaining("must be positive");
        }
    }

    @Test
    void asksAtOnceWhenTheSourceTellsOfAChangeAndOnceForManyTellings() {
        declare("p");
        loop.start();
        time.settle();
        capacityBps = 50;
        loop.refreshSoon();
        loop.refreshSoon();
        loop.refreshSoon();
        time.settle();
        assertThat(asked).hasSize(2);
        assertThat(versions()).containsExactly(1L, 2L);
        assertThat(changes).hasSize(2);
        assertThat(changes.getLast())
                .hasToString("map 1 -> 2: 0 resources added, 0 removed, 1 capacities changed"
                        + " (link:x 1.0E-7 -> 5.0E-8 Gbit/s), 0 pipes remapped");
    }

    @Test
    void aMapWithTheSameContentIsNoChangeButIsConfirmed() {
        declare("p");
        loop.start();
        time.settle();
        advance(60);
        assertThat(published).hasSize(2);
        assertThat(changes).hasSize(1);
        assertThat(published.getLast().asOf()).isAfter(published.getFirst().asOf());
        assertThat(published.getLast().resources())
                .isSameAs(published.getFirst().resources());
    }

    @Test
    void whoeverActsByTheMapHearsOfAnotherMappingOfTheSameContent() {
        declare("p");
        loop.start();
        time.settle();
        mapping = PipeMapping.NO_LIMIT;
        advance(60);
        assertThat(told).isEqualTo(2);
        assertThat(versions()).containsExactly(1L, 1L);
        assertThat(changes).hasSize(1);
        advance(60);
        assertThat(told).isEqualTo(2);
    }

    private List<Long> versions() {
        return published.stream().map(map -> map.version().value()).toList();
    }

    private void advance(int seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    @Override
    public void changed() {
        told++;
    }

    @Override
    public void refreshed() {
        published.add(state.snapshot().map());
    }

    @Override
    public void failed(String why) {
        troubles.add(why);
    }

    private void declare(String name) {
        state.putUser(User.of(UserId.of("cms")));
        state.putPipe(new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://b"),
                UserId.of("cms"),
                PipeLimits.DEFAULT));
    }

    private NetworkMapSnapshot answer(PipeTable pipes) throws NetworkMapUnavailableException {
        asked.add(pipes.pipes().stream().map(pipe -> pipe.id().value()).toList());
        if (unavailable) {
            throw new NetworkMapUnavailableException("gone", new IOException("refused"));
        }
        if (broken) {
            throw new IllegalStateException("a defect");
        }
        ResourceId link = ResourceId.of("link:x");
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(link, new Resource(link, Resource.Kind.LINK, capacityBps));
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        pipes.pipes().forEach(pipe -> paths.put(pipe.id(), List.of(link)));
        TreeMap<PipeId, PipeMapping> mappings = new TreeMap<>();
        pipes.pipes().forEach(pipe -> mappings.put(pipe.id(), mapping));
        return new NetworkMapSnapshot(new MapVersion(99), time.now(), resources, paths, mappings);
    }
}
