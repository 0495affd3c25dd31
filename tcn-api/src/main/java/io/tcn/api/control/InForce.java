// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Whether what was declared binds anything in the network as it is known now.
@Component
class InForce {
    private static final int MOST_NAMED = 5;

    private final ControlPlane controlPlane;
    private final Directory directory;

    InForce(ControlPlane controlPlane, Directory directory) {
        this.controlPlane = controlPlane;
        this.directory = directory;
    }

    /// Whether a resource of the present map is in a set.
    boolean isIn(ResourceSet set, String resource) {
        Resource found = RequestBodies.checked(
                () -> controlPlane.state().snapshot().map().resources().get(ResourceId.of(resource)));
        return found != null && set.contains(found);
    }

    /// How many resources are in a set now.
    int matches(ResourceSet set) {
        return resources(set).size();
    }

    private List<Resource> resources(ResourceSet set) {
        return controlPlane.state().snapshot().map().resources().values().stream()
                .filter(set::contains)
                .toList();
    }

    /// What is in a set for nothing.
    List<String> warnings(ResourceSet set) {
        List<String> warnings = new ArrayList<>();
        Collection<Resource> known =
                controlPlane.state().snapshot().map().resources().values();
        for (String pattern : set.patterns()) {
            ResourceSet alone = new ResourceSet(set.name(), List.of(pattern));
            if (known.stream().noneMatch(alone::contains)) {
                warnings.add("\"" + pattern + "\" matches no resource of the present map; GET /tcn/v1/map shows those"
                        + " that there are");
            }
        }
        return warnings;
    }

    /// Which of some controls bind nothing.
    List<String> warnings(Collection<ResourceControl> controls) {
        Set<String> warnings = new LinkedHashSet<>();
        for (ResourceControl control : controls) {
            List<Resource> resources = directory
                    .findResourceSet(control.resourceSet())
                    .map(this::resources)
                    .orElse(List.of());
            if (resources.isEmpty()) {
                warnings.add("binds nothing: no resource of the present map is in " + control.resourceSet()
                        + "; GET /tcn/v1/map shows those that there are" + sharedAllTheSame(control));
                continue;
            }
            switch (control) {
                case Bound bound -> {
                    if (bound.limit() instanceof Bound.CapacityShare) {
                        unknownCapacities(resources, warnings);
                    }
                }
                case Guarantee _, RelativeWeight _ -> {
                    // holds without a capacity
                }
            }
        }
        return List.copyOf(warnings);
    }

    private static String sharedAllTheSame(ResourceControl control) {
        boolean isRate = control instanceof Bound bound && bound.limit() instanceof Bound.Rate;
        return isRate ? ". Pipes of which the map does not tell what they use share it all the same" : "";
    }

    private static void unknownCapacities(List<Resource> resources, Set<String> warnings) {
        List<String> unknown = resources.stream()
                .filter(resource -> resource.capacityBps() == null)
                .map(resource -> resource.id().value())
                .toList();
        if (!unknown.isEmpty()) {
            boolean all = unknown.size() == resources.size();
            warnings.add((all ? "boundShare binds nothing" : "boundShare does not bind everywhere")
                    + ": the capacity is unknown of " + unknown.size() + " of " + resources.size()
                    + " resources, as of "
                    + String.join(", ", unknown.subList(0, Math.min(MOST_NAMED, unknown.size())))
                    + "; give it in the topology, by ALTO or by /config/se, or use boundBps");
        }
    }
}
