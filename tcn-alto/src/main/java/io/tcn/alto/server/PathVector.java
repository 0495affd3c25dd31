// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/// The path vectors that answer a request out of one edition (RFC 9275). The answer is large, so it is never
/// held: it is written when somebody wants it.
final class PathVector {
    /// Id of the root part; the resource with it is `<resource>.pv`.
    static final String ROOT_PART = "pv";

    /// Id of the part with the properties.
    static final String PROPERTIES_PART = "propmap";

    private final PathVectorQuery query;
    private final Edition edition;
    private final Ends ends;
    private final AneNaming naming;

    /// Names of the elements that some path crosses, and their true names.
    private final SortedMap<String, String> used;

    private @Nullable String rootTag;

    /// @param before an answer to the same request out of an earlier edition, null if there is none; what has not
    /// changed
    ///     is taken over
    PathVector(PathVectorQuery query, Edition edition, AneNaming naming, @Nullable PathVector before)
            throws RequestException {
        this.query = query;
        this.edition = edition;
        this.naming = naming;
        if (before != null && edition.sameRoutes(before.edition)) {
            this.ends = before.ends;
            this.used = before.used;
            this.rootTag = before.knownRootTag();
        } else {
            this.ends = query.ends(edition);
            this.used = usedElements();
        }
    }

    PathVectorQuery query() {
        return query;
    }

    Edition edition() {
        return edition;
    }

    Ends ends() {
        return ends;
    }

    SortedMap<String, String> used() {
        return used;
    }

    /// The path of a pair, null if it is left out.
    PublishedNetwork.@Nullable NetworkPath path(End source, End destination) {
        return source.reaches(destination) ? edition.path(source.site(), destination.site()) : null;
    }

    private SortedMap<String, String> usedElements() {
        Set<PublishedNetwork.NetworkPath> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        SortedMap<String, String> names = new TreeMap<>();
        for (int row = 0; row < ends.sources().size(); row++) {
            for (int column : ends.columns(row)) {
                PublishedNetwork.NetworkPath path =
                        path(ends.sources().get(row), ends.destinations().get(column));
                if (path != null && seen.add(path)) {
                    path.elementLabels().forEach(label -> names.put(name(label), label));
                }
            }
        }
        return names;
    }

    String name(String label) {
        return naming.name(edition.elements().name(label));
    }

    /// Names of the elements of a path.
    List<String> names(PublishedNetwork.NetworkPath path) {
        List<String> names = new ArrayList<>(path.elementLabels().size());
        path.elementLabels().forEach(label -> names.add(name(label)));
        return names;
    }

    /// Data of the root part.
    byte[] paths() {
        return JsonBytes.write(this::writePaths);
    }

    private void writePaths(JsonGenerator out) {
        out.writeStartObject();
        for (int row = 0; row < ends.sources().size(); row++) {
            End source = ends.sources().get(row);
            boolean begun = false;
            for (int column : ends.columns(row)) {
                End destination = ends.destinations().get(column);
                PublishedNetwork.NetworkPath path = path(source, destination);
                if (path == null) {
                    continue;
                }
                if (!begun) {
                    begun = true;
                    out.writeName(source.key());
                    out.writeStartObject();
                }
                out.writeName(destination.key());
                out.writeStartArray();
                for (String label : path.elementLabels()) {
                    out.writeString(name(label));
                }
                out.writeEndArray();
            }
            if (begun) {
                out.writeEndObject();
            }
        }
        out.writeEndObject();
    }

    /// Tag of the root part. Capacities do not change it.
    ///
    /// @param paths data of the root part, written
    synchronized String rootTag(byte[] paths) {
        String tag = rootTag;
        if (tag == null) {
            tag = Document.tag(paths);
            rootTag = tag;
        }
        return tag;
    }

    /// The same where the data is not at hand.
    String rootTag() {
        String known = knownRootTag();
        return known != null ? known : rootTag(paths());
    }

    private synchronized @Nullable String knownRootTag() {
        return rootTag;
    }

    ObjectNode rootMeta(String tag) {
        ObjectNode meta = JsonBytes.object();
        meta.set("vtag", rootVersion(tag));
        if (query.form() == PathVectorForm.PIDS) {
            meta.putArray("dependent-vtags").add(edition.networkMapTag());
        }
        meta.putObject("cost-type").put("cost-mode", "array").put("cost-metric", "ane-path");
        return meta;
    }

    private ObjectNode rootVersion(String tag) {
        return JsonBytes.versionTag(query.form().resourceId() + "." + ROOT_PART, tag);
    }

    /// The properties depend on the root, and on what defines persistent ids if those are told (RFC 9275 §7.2.6).
    ObjectNode propertiesMeta(String tag) {
        ObjectNode meta = JsonBytes.object();
        var dependent = meta.putArray("dependent-vtags").add(rootVersion(tag));
        if (query.properties().contains(PathVectorQuery.PERSISTENT_ID)) {
            dependent.add(JsonBytes.versionTag(
                    ElementTable.RESOURCE, edition.elements().document().tag()));
        }
        return meta;
    }

    /// What is told of an element: what was asked for and is known.
    SortedMap<String, Object> properties(String label) {
        SortedMap<String, Object> told = new TreeMap<>();
        PublishedNetwork.Element element = edition.elements().find(label);
        if (element == null) {
            return told;
        }
        for (String property : query.properties()) {
            switch (property) {
                case PathVectorQuery.PERSISTENT_ID ->
                    told.put(
                            property,
                            ElementTable.RESOURCE + ".ane:" + edition.elements().name(label));
                case ElementTable.KIND -> told.put(property, ElementTable.kind(element.kind()));
                case ElementTable.LABEL -> told.put(property, element.label());
                default -> {
                    if (element.capacityBps() != null) {
                        told.put(property, element.capacityBps());
                    }
                }
            }
        }
        return told;
    }

    /// Data of the part with the properties: every element of the paths, `{}` where there is nothing to tell.
    byte[] elements() {
        return JsonBytes.write(out -> {
            out.writeStartObject();
            used.forEach((name, label) -> {
                out.writeName(".ane:" + name);
                JsonBytes.write(out, properties(label));
            });
            out.writeEndObject();
        });
    }
}
