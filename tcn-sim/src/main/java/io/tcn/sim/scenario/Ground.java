// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.port.PipeTable;
import io.tcn.core.topology.Routes;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the names in a scenario can mean: sites and resources of its topology and its resource-sets. Each question
/// complains where the answer is that there is no such thing. Lives as long as one check.
final class Ground {
    private final NamedTopology topology;
    private final Routes routes;
    private final Complaints complaints;
    private final Map<String, Topology.Site> sites = new LinkedHashMap<>();
    private final List<ResourceId> resources;
    private final Map<String, ResourceSet> sets = new LinkedHashMap<>();
    private final List<ResourceSet> declared = new ArrayList<>();

    /// @param file what a refusal of the topology itself names
    /// @throws InvalidScenarioException if a name in the topology is not one
    static Ground of(NamedTopology topology, String file, Complaints complaints) throws InvalidScenarioException {
        try {
            return new Ground(topology, complaints);
        } catch (IllegalArgumentException badName) {
            throw new InvalidScenarioException(
                    file, "/topology", String.valueOf(badName.getMessage()), "choose another name there");
        }
    }

    private Ground(NamedTopology topology, Complaints complaints) {
        this.topology = topology;
        this.complaints = complaints;
        TopologyNetworkMap map =
                new TopologyNetworkMap(topology.topology(), Map.of(), StorageAssumption.ESNET, new Engine());
        this.routes = map.routes();
        this.resources =
                List.copyOf(map.map(PipeTable.of(List.of())).resources().keySet());
        topology.topology().allSites().forEach(site -> sites.put(site.id(), site));
        ResourceSet.FIXED.forEach(set -> sets.put(set.name().value(), set));
        Map<String, String> names = new HashMap<>();
        for (String site : sites.keySet()) {
            String other = names.putIfAbsent(site.toLowerCase(Locale.ROOT), site);
            if (other != null) {
                complaints.add(
                        "/topology",
                        "sites " + other + " and " + site + " differ in upper and lower case only",
                        "rename one");
            }
        }
    }

    Complaints complaints() {
        return complaints;
    }

    /// All sites, in the order of the topology.
    List<String> sites() {
        return List.copyOf(sites.keySet());
    }

    /// Whether a site is there; one that can send and take nothing is complained of, too.
    boolean checkSite(String name, String pointer) {
        Topology.Site site = sites.get(name);
        if (site == null) {
            complaints.add(
                    pointer,
                    "topology " + topology.name() + " has no site \"" + name + "\"",
                    KeyHints.names(name, sites.keySet()));
            return false;
        }
        if (site.capacityGbps() != null && !(site.capacityGbps() > 0)) {
            complaints.add(
                    pointer,
                    "site " + name + " has capacityGbps " + site.capacityGbps(),
                    "give the site a positive one or none, or link it");
        }
        return true;
    }

    /// Whether a way leads from one site, which is there, to another.
    boolean isConnected(String from, String to) {
        return routes.find(from, to).isPresent();
    }

    /// Takes the resource-sets of a scenario.
    void declare(@Nullable Map<String, List<String>> given) {
        if (given == null) {
            return;
        }
        given.forEach((name, patterns) -> {
            String place = "/resourceSets/" + name.replace("~", "~0").replace("/", "~1");
            if (sets.containsKey(name)) {
                complaints.add(place, "the set " + name + " is always there", "choose another name");
                return;
            }
            for (int i = 0; i < patterns.size(); i++) {
                matches(patterns.get(i), place + "/" + i);
            }
            try {
                ResourceSet set = new ResourceSet(ResourceSetName.of(name), patterns);
                sets.put(name, set);
                declared.add(set);
            } catch (IllegalArgumentException badName) {
                complaints.add(place, String.valueOf(badName.getMessage()), "choose another name");
            }
        });
    }

    /// The sets beside those that are always there, those included that controls and others made of a name.
    List<ResourceSet> declaredSets() {
        return List.copyOf(declared);
    }

    /// The set of a name, or of the resources that a name stands for; null, after a complaint, if there are none.
    @Nullable
    ResourceSet set(String name, String pointer) {
        ResourceSet known = sets.get(name);
        if (known != null) {
            return known;
        }
        if (matches(name, pointer).isEmpty()) {
            return null;
        }
        ResourceSet made = new ResourceSet(ResourceSetName.of(name), List.of(name));
        sets.put(name, made);
        declared.add(made);
        return made;
    }

    /// The resources of a set or that a name stands for; empty, after a complaint, if there are none.
    List<ResourceId> resources(String name, String pointer) {
        ResourceSet known = sets.get(name);
        return known == null
                ? matches(name, pointer)
                : resources.stream().filter(known::contains).toList();
    }

    private List<ResourceId> matches(String pattern, String pointer) {
        ResourceSet one = new ResourceSet(ResourceSet.ALL_LINKS.name(), List.of(pattern));
        List<ResourceId> found = resources.stream().filter(one::contains).toList();
        if (found.isEmpty()) {
            TreeSet<String> known = new TreeSet<>(sets.keySet());
            resources.forEach(id -> known.add(id.value()));
            complaints.add(
                    pointer,
                    "there is no resource and no resource-set \"" + pattern + "\"",
                    KeyHints.nearest(pattern, known)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("write link:ID:FROM>TO, read:SITE, write:SITE, with * for any text, or one of "
                                    + String.join(", ", sets.keySet())));
        }
        return found;
    }

    /// A span of seconds; the whole run, after a complaint, if it ends before it begins.
    Span span(@Nullable Double fromSeconds, @Nullable Double untilSeconds, String pointer) {
        double from = fromSeconds == null ? 0 : fromSeconds;
        if (untilSeconds != null && untilSeconds <= from) {
            complaints.add(
                    pointer + "/untilSeconds",
                    "it ends at " + untilSeconds + " s, not after it begins at " + from + " s",
                    "let untilSeconds be more than fromSeconds");
            return Span.ALWAYS;
        }
        return new Span(nanos(from), untilSeconds == null ? Long.MAX_VALUE : Math.max(1, nanos(untilSeconds)));
    }

    static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
