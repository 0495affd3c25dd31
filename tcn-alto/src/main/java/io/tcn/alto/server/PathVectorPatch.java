// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The merge patches (RFC 7396) that turn one answer about path vectors into a later one, one for each part;
/// `{}` for a part that is the same. Worked out from what the two answers are made of, never from their text:
/// that would take seconds where one link of thousands has changed.
record PathVectorPatch(ObjectNode root, ObjectNode properties) {
    /// Empty if the whole answer would not be longer.
    static Optional<PathVectorPatch> between(PathVector before, PathVector after) {
        ObjectNode root = JsonBytes.object();
        if (!before.edition().sameRoutes(after.edition())) {
            if (!before.ends().sameKeys(after.ends())) {
                return Optional.empty();
            }
            ObjectNode cells = JsonBytes.object();
            if (putCells(cells, before, after)) {
                return Optional.empty();
            }
            if (!cells.isEmpty()) {
                root.set(after.query().form().member(), cells);
            }
        }
        ObjectNode meta = changedMeta(before.rootMeta(before.rootTag()), after.rootMeta(after.rootTag()));
        if (!meta.isEmpty()) {
            root.set("meta", meta);
        }
        return Optional.of(new PathVectorPatch(root, properties(before, after)));
    }

    /// @return whether more than half of all pairs have changed
    private static boolean putCells(ObjectNode cells, PathVector before, PathVector after) {
        int pairs = 0;
        int changed = 0;
        for (int row = 0; row < after.ends().sources().size(); row++) {
            End source = after.ends().sources().get(row);
            ObjectNode changedRow = JsonBytes.object();
            boolean any = false;
            boolean had = false;
            for (int column : after.ends().columns(row)) {
                End destination = after.ends().destinations().get(column);
                PublishedNetwork.NetworkPath old = before.path(
                        before.ends().sources().get(row),
                        before.ends().destinations().get(column));
                PublishedNetwork.NetworkPath fresh = after.path(source, destination);
                pairs += fresh == null ? 0 : 1;
                any |= fresh != null;
                had |= old != null;
                if (sameElements(old, fresh)) {
                    continue;
                }
                changed++;
                if (fresh == null) {
                    changedRow.putNull(destination.key());
                } else {
                    ArrayNode names = changedRow.putArray(destination.key());
                    after.names(fresh).forEach(names::add);
                }
            }
            if (!any && had) {
                cells.putNull(source.key());
            } else if (!changedRow.isEmpty()) {
                cells.set(source.key(), changedRow);
            }
        }
        return changed > pairs / 2;
    }

    private static boolean sameElements(
            PublishedNetwork.@Nullable NetworkPath one, PublishedNetwork.@Nullable NetworkPath other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.elementLabels().equals(other.elementLabels());
    }

    private static ObjectNode changedMeta(ObjectNode before, ObjectNode after) {
        ObjectNode changed = JsonBytes.object();
        after.properties().forEach(member -> {
            if (!member.getValue().equals(before.get(member.getKey()))) {
                changed.set(member.getKey(), member.getValue());
            }
        });
        return changed;
    }

    @SuppressWarnings("ReferenceEquality") // names are taken over where routes have not changed
    private static ObjectNode properties(PathVector before, PathVector after) {
        Optional<Set<String>> labels = before.used() == after.used()
                ? after.edition().elements().changedSince(before.edition().elements())
                : Optional.empty();
        ObjectNode entities = JsonBytes.object();
        if (labels.isPresent()) {
            labels.get().forEach(label -> {
                String name = after.name(label);
                if (after.used().containsKey(name)) {
                    putChanged(entities, name, before.properties(label), after.properties(label), false);
                }
            });
        } else {
            putAllChanged(entities, before, after);
        }
        ObjectNode patch = JsonBytes.object();
        ObjectNode meta = changedMeta(before.propertiesMeta(before.rootTag()), after.propertiesMeta(after.rootTag()));
        if (!meta.isEmpty()) {
            patch.set("meta", meta);
        }
        if (!entities.isEmpty()) {
            patch.set("property-map", entities);
        }
        return patch;
    }

    private static void putChanged(
            ObjectNode entities,
            String name,
            SortedMap<String, Object> before,
            SortedMap<String, Object> after,
            boolean isNew) {
        ObjectNode changed = JsonBytes.patch(before, after);
        if (isNew || !changed.isEmpty()) {
            entities.set(entity(name), changed);
        }
    }

    private static void putAllChanged(ObjectNode entities, PathVector before, PathVector after) {
        before.used().keySet().forEach(name -> {
            if (!after.used().containsKey(name)) {
                entities.putNull(entity(name));
            }
        });
        after.used().forEach((name, label) -> {
            boolean isNew = !before.used().containsKey(name);
            boolean same = Objects.equals(
                    after.edition().elements().find(label),
                    before.edition().elements().find(label));
            if (same && !isNew) {
                return;
            }
            SortedMap<String, Object> old = isNew ? Collections.emptySortedMap() : before.properties(label);
            putChanged(entities, name, old, after.properties(label), isNew);
        });
    }

    private static String entity(String name) {
        return ".ane:" + name;
    }
}
