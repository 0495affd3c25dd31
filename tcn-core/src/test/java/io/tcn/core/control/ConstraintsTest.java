// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.state.TransportControlState;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two users, three pipes: cms has p0 and p1, atlas has p2. p0 uses x and y, p1 uses y, p2 uses y and z.
/// Capacities: x 100, y 1000, z unknown.
class ConstraintsTest {
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");
    private static final ResourceSetName ALL = ResourceSet.ALL_LINKS.name();

    private final ManualTime time = new ManualTime();
    private final TransportControlState state = new TransportControlState(time);
    private final Constraints constraints = new Constraints();

    @BeforeEach
    void world() {
        state.putUser(User.of(CMS));
        state.putUser(User.of(ATLAS));
        declare("p0", CMS);
        declare("p1", CMS);
        declare("p2", ATLAS);
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(link("x"), new Resource(link("x"), Resource.Kind.LINK, 100.0));
        resources.put(link("y"), new Resource(link("y"), Resource.Kind.LINK, 1000.0));
        resources.put(link("z"), new Resource(link("z"), Resource.Kind.LINK, null));
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        paths.put(PipeId.of("p0"), List.of(link("x"), link("y")));
        paths.put(PipeId.of("p1"), List.of(link("y")));
        paths.put(PipeId.of("p2"), List.of(link("y"), link("z")));
        state.putMap(new NetworkMapSnapshot(new MapVersion(1), time.now(), resources, paths));
    }

    @Test
    void withoutBoundsThereAreNoConstraints() {
        assertThat(now()).isEmpty();
    }

    @Test
    void aRateHoldsOnEachResourceOfTheSetThatTheUserUses() {
        state.putResourceControl(new Bound(CMS, ALL, new Bound.Rate(50)));
        assertThat(now()).containsExactly("cms x 50 p0", "cms y 50 p0 p1");
    }

    @Test
    void aShareOfCapacityIsWorkedOutPerResource() {
        // 0.2 of 100 and of 1000
        state.putResourceControl(new Bound(CMS, ALL, new Bound.CapacityShare(0.2)));
        assertThat(now()).containsExactly("cms x 20 p0", "cms y 200 p0 p1");
    }

    @Test
    void aShareOfAnUnknownCapacityBoundsNothing() {
        state.putResourceControl(new Bound(ATLAS, ALL, new Bound.CapacityShare(0.5)));
        assertThat(now()).containsExactly("atlas y 500 p2");
    }

    @Test
    void whereSeveralBoundsMeetTheLeastHolds() {
        ResourceSetName wide = ResourceSetName.of("wide");
        state.putResourceSet(new ResourceSet(wide, List.of("link:y")));
        state.putResourceControl(new Bound(CMS, ALL, new Bound.Rate(70)));
        state.putResourceControl(new Bound(CMS, wide, new Bound.CapacityShare(0.05)));
        assertThat(now()).containsExactly("cms x 70 p0", "cms y 50 p0 p1");
    }

    @Test
    void aSetNamesItsResourcesByPatterns() {
        ResourceSetName set = ResourceSetName.of("xz");
        state.putResourceSet(new ResourceSet(set, List.of("*:x", "link:z*")));
        state.putResourceControl(new Bound(CMS, set, new Bound.Rate(10)));
        state.putResourceControl(new Bound(ATLAS, set, new Bound.Rate(20)));
        assertThat(now()).containsExactly("atlas z 20 p2", "cms x 10 p0");
    }

    @Test
    void aSetThatNobodyDeclaredAndARelativeWeightBoundNothing() {
        state.putResourceControl(new Bound(CMS, ResourceSetName.of("ghost"), new Bound.Rate(1)));
        state.putResourceControl(new RelativeWeight(CMS, ALL, 2));
        assertThat(now()).isEmpty();
    }

    @Test
    void changesAreFollowed() {
        Bound bound = new Bound(CMS, ALL, new Bound.Rate(50));
        state.putResourceControl(bound);
        assertThat(now()).hasSize(2);
        state.putResourceControl(new Bound(CMS, ALL, new Bound.Rate(60)));
        assertThat(now()).containsExactly("cms x 60 p0", "cms y 60 p0 p1");
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        paths.put(PipeId.of("p1"), List.of(link("z")));
        state.putMap(new NetworkMapSnapshot(
                new MapVersion(2), time.now(), state.snapshot().map().resources(), paths));
        assertThat(now()).containsExactly("cms z 60 p1");
        state.removeResourceControl(bound);
        assertThat(now()).isEmpty();
    }

    @Test
    void theSameWorldIsNotWorkedOutAgain() {
        state.putResourceControl(new Bound(CMS, ALL, new Bound.Rate(50)));
        List<Constraint> first = work();
        state.putUser(new User(ATLAS, 2));
        assertThat(work()).isSameAs(first);
    }

    private List<Constraint> work() {
        return constraints
                .of(state.snapshot(), List.copyOf(state.snapshot().pipes().values()))
                .constraints();
    }

    /// User, resource, bound, and the pipes that count: those whose throughput shows in what is used.
    private List<String> now() {
        return work().stream()
                .map(constraint -> {
                    StringBuilder text = new StringBuilder(constraint.user() + " "
                            + constraint.resource().value().substring("link:".length()) + " "
                            + Math.round(constraint.limitBps()));
                    for (int i = 0; i < 3; i++) {
                        double[] one = new double[3];
                        one[i] = 1;
                        text.append(constraint.usedBps(one) > 0 ? " p" + i : "");
                    }
                    return text.toString();
                })
                .toList();
    }

    private static ResourceId link(String name) {
        return ResourceId.of("link:" + name);
    }

    private void declare(String name, UserId user) {
        state.putPipe(new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://" + name),
                user,
                PipeLimits.DEFAULT));
    }
}
