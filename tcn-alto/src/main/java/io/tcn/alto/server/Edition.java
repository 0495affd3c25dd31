// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.core.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A published network with all that follows from it. A request is answered out of one edition, whatever is
/// published meanwhile. Immutable as far as anybody can see.
final class Edition {
    static final String NETWORK_MAP = "netmap";
    static final String ROUTING_COSTS = "cm-routing";
    static final String ELEMENTS = "anes";

    /// In bit/s (RFC 9275 §6.4.1).
    static final String CAPACITY = "max-reservable-bandwidth";

    static final String KIND = "priv:tcn-kind";

    /// The true name of an element, which may hold characters that no ANE name has.
    static final String LABEL = "priv:tcn-label";

    /// So that `anes.ane:<name>` stays within 64 characters as well.
    private static final int MAX_ANE_NAME = 55;

    private final PublishedNetwork network;
    private final PidTable pids;
    private final SortedMap<String, String> aneNames;
    private final SortedMap<String, String> labels = new TreeMap<>();
    private final Document networkMap;
    private final Document elements;
    private final Lazy<Document> routingCosts;

    private Edition(
            PublishedNetwork network,
            PidTable pids,
            Document networkMap,
            SortedMap<String, String> aneNames,
            @Nullable Lazy<Document> routingCosts) {
        this.network = network;
        this.pids = pids;
        this.networkMap = networkMap;
        this.aneNames = aneNames;
        aneNames.forEach((label, name) -> labels.put(name, label));
        this.elements = elements();
        this.routingCosts = routingCosts != null ? routingCosts : new Lazy<>(this::workOutRoutingCosts);
    }

    /// What is published first.
    static Edition first(PublishedNetwork network) {
        PidTable pids = new PidTable(network.sites());
        return new Edition(network, pids, networkMap(pids), aneNames(network), null);
    }

    /// What is published next; it takes over what has not changed.
    Edition next(PublishedNetwork changed) {
        boolean samePaths = changed.paths().equals(network.paths());
        boolean samePids = changed.sites().equals(network.sites());
        boolean sameElements =
                changed.elements().keySet().equals(network.elements().keySet());
        PidTable nextPids = samePids ? pids : new PidTable(changed.sites());
        return new Edition(
                samePaths ? changed.withPaths(network.paths()) : changed,
                nextPids,
                samePids ? networkMap : networkMap(nextPids),
                sameElements ? aneNames : aneNames(changed),
                samePaths && samePids ? routingCosts : null);
    }

    private static SortedMap<String, String> aneNames(PublishedNetwork network) {
        return SafeNames.of(network.elements().keySet(), "", MAX_ANE_NAME, Set.of());
    }

    PublishedNetwork network() {
        return network;
    }

    PidTable pids() {
        return pids;
    }

    /// Whether all addresses belong to the same sites, and the ways between them are the same, as far as can be
    /// told without looking at each.
    boolean sameRoutes(Edition other) {
        return network.sites().equals(other.network.sites()) && network.paths().equals(other.network.paths());
    }

    /// The way between two sites, null if there is none or one end is no site.
    PublishedNetwork.@Nullable NetworkPath path(@Nullable String from, @Nullable String to) {
        if (from == null || to == null) {
            return null;
        }
        return network.paths().find(from, to).orElse(null);
    }

    /// Persistent names of elements by true name, sorted.
    SortedMap<String, String> aneNames() {
        return aneNames;
    }

    /// The persistent name of an element that a path names, even if nothing else is known of it.
    String aneName(String label) {
        String known = aneNames.get(label);
        return known != null
                ? known
                : SafeNames.of(List.of(label), "", MAX_ANE_NAME, Set.of())
                        .lastEntry()
                        .getValue();
    }

    /// True names of elements by persistent name, sorted.
    SortedMap<String, String> labels() {
        return labels;
    }

    /// The true name of an element, null if there is none.
    @Nullable
    String labelOf(String aneName) {
        return labels.get(aneName);
    }

    /// What is published of an element, by name of the property; numbers are `Double`, all else is text.
    SortedMap<String, Object> properties(PublishedNetwork.Element element) {
        SortedMap<String, Object> all = new TreeMap<>(element.properties());
        if (element.capacityBps() != null) {
            all.put(CAPACITY, element.capacityBps());
        }
        all.put(KIND, kind(element.kind()));
        all.put(LABEL, element.label());
        return all;
    }

    static String kind(Resource.Kind kind) {
        return kind.text();
    }

    /// Names of all properties that elements have.
    List<String> elementProperties() {
        Set<String> names = new TreeSet<>(Set.of(CAPACITY, KIND, LABEL));
        network.elements()
                .values()
                .forEach(element -> names.addAll(element.properties().keySet()));
        return new ArrayList<>(names);
    }

    Document networkMap() {
        return networkMap;
    }

    Document elementMap() {
        return elements;
    }

    Document routingCosts() {
        return routingCosts.get();
    }

    private static Document networkMap(PidTable pids) {
        byte[] data = PidMapWriter.data(pids.prefixes());
        String tag = Document.tag(data);
        ObjectNode meta = JsonBytes.object();
        meta.set("vtag", JsonBytes.versionTag(NETWORK_MAP, tag));
        return Document.tagged(tag, JsonBytes.answer(meta, "network-map", data));
    }

    private Document elements() {
        byte[] data = JsonBytes.write(out -> {
            out.writeStartObject();
            labels.forEach((name, label) -> {
                out.writeName(".ane:" + name);
                PublishedNetwork.Element element = network.elements().get(label);
                JsonBytes.write(out, element == null ? Map.of() : properties(element), PropertyFilter.ALL);
            });
            out.writeEndObject();
        });
        String tag = Document.tag(data);
        ObjectNode meta = JsonBytes.object();
        meta.set("vtag", JsonBytes.versionTag(ELEMENTS, tag));
        return Document.tagged(tag, JsonBytes.answer(meta, "property-map", data));
    }

    private Document workOutRoutingCosts() {
        byte[] data = JsonBytes.write(out -> {
            out.writeStartObject();
            for (String from : pids.prefixes().keySet()) {
                writeRow(out, from);
            }
            out.writeEndObject();
        });
        ObjectNode meta = JsonBytes.object();
        meta.putArray("dependent-vtags").add(networkMapTag());
        meta.putObject("cost-type").put("cost-metric", "routingcost").put("cost-mode", "numerical");
        return Document.of(Document.tag(data), JsonBytes.answer(meta, "cost-map", data));
    }

    private void writeRow(JsonGenerator out, String from) {
        boolean begun = false;
        for (String to : pids.prefixes().keySet()) {
            PublishedNetwork.NetworkPath path = path(pids.siteOf(from), pids.siteOf(to));
            if (path == null) {
                continue;
            }
            if (!begun) {
                begun = true;
                out.writeName(from);
                out.writeStartObject();
            }
            out.writeName(to);
            JsonBytes.number(out, path.metric());
        }
        if (begun) {
            out.writeEndObject();
        }
    }

    /// What maps by PID depend on.
    ObjectNode networkMapTag() {
        return JsonBytes.versionTag(NETWORK_MAP, networkMap.tag());
    }
}
