// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.state.StateSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the map leaves open of a pipe: which resources it uses, or which beside its storages.
///
/// A bound that holds for none of those that are known may hold for one that is not. It is kept all the same, as if
/// all such pipes of a user went over one resource that the bound holds for: they may, and a bound is the most that
/// may be moved. So the user's pipes of which the map tells nothing share it, and move less than they might where they
/// go different ways. A bound that is a part of a capacity says nothing there.
///
/// @param known the resources that the map tells; null if it does not know the pipe
/// @param mapping how it came to them; null where the map does not say
record UntoldPath(
        @Nullable List<ResourceId> known, @Nullable PipeMapping mapping) {
    /// Begins the name of what is left open of a resource set.
    private static final String UNTOLD = "untold:";

    /// What is left open of a pipe; null if nothing is.
    static @Nullable UntoldPath of(Pipe pipe, StateSnapshot now) {
        List<ResourceId> known = now.map().pipeResources().get(pipe.id());
        PipeMapping mapping = now.map().mappings().get(pipe.id());
        boolean untold = mapping == null
                ? known == null || known.stream().allMatch(id -> isStorage(now, id))
                : mapping.state() == PipeMapping.State.UNMAPPED;
        return untold ? new UntoldPath(known, mapping) : null;
    }

    private static boolean isStorage(StateSnapshot now, ResourceId id) {
        Resource resource = now.map().resources().get(id);
        return resource != null && resource.kind().isStorage();
    }

    /// Whether the source of the map has not answered for the pipe yet.
    boolean isAwaited() {
        return known == null || (mapping != null && mapping.isAwaited());
    }

    /// The one resource of a set that all pipes are taken to use of which it is left open what they use of the set.
    static ResourceId resource(ResourceSetName set) {
        String name = UNTOLD + set;
        boolean fits = name.length() <= ResourceId.MAX_LENGTH;
        return ResourceId.of(fits ? name : UNTOLD + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }

    /// The bounds among a user's controls that hold for nothing that the pipe is known to use.
    List<Bound> bounds(List<ResourceControl> controls, StateSnapshot now) {
        return controls.stream()
                .filter(Bound.class::isInstance)
                .map(Bound.class::cast)
                .filter(bound -> !holdsForKnown(bound, now))
                .toList();
    }

    private boolean holdsForKnown(Bound bound, StateSnapshot now) {
        ResourceSet set = now.resourceSets().get(bound.resourceSet());
        return set == null || (known != null && known.stream().anyMatch(resource -> now.isIn(set, resource)));
    }
}
