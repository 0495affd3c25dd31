// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorAnes;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PathVectorPaths;
import io.tcn.alto.model.VersionTag;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// Reads path-vector answers (RFC 9275 §7.2.6, §7.3.6). The two parts can be read apart and joined, because updates
/// change them apart. An answer that breaks a rule is refused as a whole: parts missing, broken JSON, another
/// cost type, tags that do not fit, an element of a path that is no name. What may be borne is counted.
///
/// @param <K> names of the ends: [Address], or String for PIDs
public final class PathVectorParser<K extends Comparable<? super K>> {
    private final String rootType;
    private final String member;
    private final List<String> otherMembers;
    private final Supplier<Keys<K>> keys;
    private final boolean lenient;

    private PathVectorParser(
            String rootType, String member, List<String> otherMembers, Supplier<Keys<K>> keys, boolean lenient) {
        this.rootType = rootType;
        this.member = member;
        this.otherMembers = otherMembers;
        this.keys = keys;
        this.lenient = lenient;
    }

    /// For paths between addresses.
    ///
    /// @param lenient whether names that are JSON numbers are taken
    public static PathVectorParser<Address> endpoints(boolean lenient) {
        return new PathVectorParser<>(
                AltoMediaTypes.ENDPOINT_COST,
                EndpointCostParser.MEMBER,
                EndpointCostParser.OTHER_MEMBERS,
                Keys::addresses,
                lenient);
    }

    /// For paths between PIDs.
    ///
    /// @param lenient whether names that are JSON numbers are taken
    public static PathVectorParser<String> pids(boolean lenient) {
        return new PathVectorParser<>(
                AltoMediaTypes.COST_MAP, CostMapParser.MEMBER, CostMapParser.OTHER_MEMBERS, Keys::pids, lenient);
    }

    /// The parts of an answer that count.
    ///
    /// @param root the part with the paths
    /// @param anes the part with the property map
    /// @param extra how many other parts there were
    public record Parts(Multipart.Part root, Multipart.Part anes, int extra) {}

    /// Reads an answer.
    ///
    /// @param contentType the header field of the answer, or the media type in the name of an event
    /// @throws AltoFormatException if the answer cannot be used
    public PathVectorDocument<K> parse(String contentType, byte[] body) throws AltoFormatException {
        Parts parts = parts(Multipart.split(contentType, body));
        PathVectorPaths<K> paths = paths(parts.root().content());
        PathVectorDocument<K> document = join(paths, anes(parts.anes().content()));
        return parts.extra() == 0 ? document : withExtra(document);
    }

    private static <K extends Comparable<? super K>> PathVectorDocument<K> withExtra(PathVectorDocument<K> document) {
        Faults extra = new Faults();
        extra.add(Fault.EXTRA_PART);
        return new PathVectorDocument<>(
                document.root(),
                document.anes(),
                document.mapDependent(),
                document.faults().plus(extra.counts()),
                document.untagged());
    }

    /// Finds the two parts by their types; the one that `start` names breaks a tie, else the first.
    ///
    /// @throws AltoFormatException if one is missing
    public Parts parts(Multipart message) throws AltoFormatException {
        Multipart.Part root = message.findByType(rootType)
                .orElseThrow(() -> new AltoFormatException(InvalidReason.MISSING_PART, "no part of type " + rootType));
        Multipart.Part anes = message.findByType(AltoMediaTypes.PROPERTY_MAP)
                .orElseThrow(() -> new AltoFormatException(InvalidReason.MISSING_PART, "no property map"));
        return new Parts(root, anes, message.parts().size() - 2);
    }

    /// Reads the root part.
    ///
    /// @throws AltoFormatException if it cannot be used
    public PathVectorPaths<K> paths(byte[] root) throws AltoFormatException {
        return paths(JsonSource.of(root));
    }

    /// Reads a root part that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it cannot be used
    public PathVectorPaths<K> paths(JsonNode root) throws AltoFormatException {
        return paths(JsonSource.of(root));
    }

    private PathVectorPaths<K> paths(JsonSource source) throws AltoFormatException {
        Faults faults = new Faults();
        MapReader map = MapReader.open(source);
        PathReader<K> cells = new PathReader<>(CostMeta.read(map.meta(), faults), lenient, faults);
        map.read(map.member(member, otherMembers, faults), keys.get(), faults, cells);
        return cells.result();
    }

    /// Reads the property map.
    ///
    /// @throws AltoFormatException if it cannot be used
    public PathVectorAnes anes(byte[] propertyMap) throws AltoFormatException {
        return AneReader.read(Json.read(propertyMap));
    }

    /// Reads a property map that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it cannot be used
    public PathVectorAnes anes(JsonNode propertyMap) throws AltoFormatException {
        return AneReader.read(propertyMap);
    }

    /// Reads a property map that shares what did not change with one that was read before.
    ///
    /// @param earlier the property map of then
    /// @param before what was read of it
    /// @throws AltoFormatException if it cannot be used
    public PathVectorAnes anes(JsonNode propertyMap, JsonNode earlier, PathVectorAnes before)
            throws AltoFormatException {
        return AneReader.read(propertyMap, earlier, before);
    }

    /// Joins the two parts. The paths stay the same object.
    ///
    /// @throws AltoFormatException if the property map rests on another version of the paths
    public PathVectorDocument<K> join(PathVectorPaths<K> paths, PathVectorAnes anes) throws AltoFormatException {
        VersionTag vtag = paths.vtag();
        boolean untagged = vtag == null || anes.dependent().isEmpty();
        if (!untagged && !anes.dependent().contains(vtag)) {
            throw new AltoFormatException(InvalidReason.VTAG, "the property map does not rest on the paths' version");
        }
        Faults faults = new Faults();
        if (untagged) {
            faults.add(Fault.UNTAGGED);
        }
        if (paths.names().equals(anes.anes().keySet())) {
            return joined(paths, anes, anes.anes(), faults, untagged);
        }
        SortedMap<String, AneProperties> used = new TreeMap<>();
        for (String name : paths.names()) {
            AneProperties properties = anes.anes().get(name);
            if (properties == null) {
                faults.add(Fault.ANE_WITHOUT_ENTRY);
            }
            used.put(name, properties == null ? AneProperties.NONE : properties);
        }
        for (String name : anes.anes().keySet()) {
            if (!paths.names().contains(name)) {
                faults.add(Fault.UNUSED_ANE);
            }
        }
        return joined(paths, anes, used, faults, untagged);
    }

    private static <K extends Comparable<? super K>> PathVectorDocument<K> joined(
            PathVectorPaths<K> paths,
            PathVectorAnes anes,
            SortedMap<String, AneProperties> used,
            Faults faults,
            boolean untagged) {
        return new PathVectorDocument<>(
                paths,
                used,
                anes.dependent(),
                paths.faults().plus(anes.faults()).plus(faults.counts()),
                untagged);
    }
}
