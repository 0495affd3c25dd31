// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A published network with all that follows from it. A request is answered out of one edition, whatever is
/// published meanwhile. Immutable as far as anybody can see.
final class Edition {
    static final String NETWORK_MAP = "netmap";
    static final String ROUTING_COSTS = "cm-routing";
    private final PublishedNetwork network;
    private final PidTable pids;
    private final PublishedNetwork.Paths paths;
    private final ElementTable elements;
    private final Document networkMap;
    private final Lazy<Document> routingCosts;

    private Edition(
            PublishedNetwork network,
            PidTable pids,
            PublishedNetwork.Paths paths,
            ElementTable elements,
            Document networkMap,
            @Nullable Lazy<Document> routingCosts) {
        this.network = network;
        this.pids = pids;
        this.paths = paths;
        this.elements = elements;
        this.networkMap = networkMap;
        this.routingCosts = routingCosts != null ? routingCosts : new Lazy<>(this::workOutRoutingCosts);
    }

    /// What is published first.
    static Edition first(PublishedNetwork network) {
        PidTable pids = new PidTable(network.sites());
        return new Edition(
                network, pids, network.paths(), ElementTable.first(network.elements()), networkMap(pids), null);
    }

    /// What is published next; it takes over what has not changed, so that routes are not worked out again.
    Edition next(PublishedNetwork changed) {
        boolean samePaths = changed.paths().equals(paths);
        boolean samePids = changed.sites().equals(network.sites());
        PidTable nextPids = samePids ? pids : new PidTable(changed.sites());
        return new Edition(
                changed,
                nextPids,
                samePaths ? paths : changed.paths(),
                elements.next(changed.elements()),
                samePids ? networkMap : networkMap(nextPids),
                samePaths && samePids ? routingCosts : null);
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
        return pids == other.pids && paths.equals(other.paths);
    }

    /// The way between two sites, null if there is none or one end is no site.
    PublishedNetwork.@Nullable NetworkPath path(@Nullable String from, @Nullable String to) {
        if (from == null || to == null) {
            return null;
        }
        return paths.find(from, to).orElse(null);
    }

    ElementTable elements() {
        return elements;
    }

    Document networkMap() {
        return networkMap;
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
