// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.DirectoryEntry;
import io.tcn.alto.model.MediaType;
import java.util.Optional;

/// What a resource of a directory is good for. A resource that takes parameters and one that does not are different
/// kinds, even at one address.
public enum ServiceKind {
    /// A whole network map, by GET.
    NETWORK_MAP(AltoMediaTypes.NETWORK_MAP, ""),
    /// A network map cut to some PIDs.
    FILTERED_NETWORK_MAP(AltoMediaTypes.NETWORK_MAP, AltoMediaTypes.NETWORK_MAP_FILTER),
    /// A whole cost map, by GET.
    COST_MAP(AltoMediaTypes.COST_MAP, ""),
    /// A cost map cut to some PIDs.
    FILTERED_COST_MAP(AltoMediaTypes.COST_MAP, AltoMediaTypes.COST_MAP_FILTER),
    /// Properties of endpoints.
    ENDPOINT_PROPERTIES(AltoMediaTypes.ENDPOINT_PROPERTY, AltoMediaTypes.ENDPOINT_PROPERTY_PARAMS),
    /// Costs between endpoints.
    ENDPOINT_COST(AltoMediaTypes.ENDPOINT_COST, AltoMediaTypes.ENDPOINT_COST_PARAMS),
    /// A whole property map, by GET.
    PROPERTY_MAP(AltoMediaTypes.PROPERTY_MAP, ""),
    /// A property map cut to some entities.
    FILTERED_PROPERTY_MAP(AltoMediaTypes.PROPERTY_MAP, AltoMediaTypes.PROPERTY_MAP_PARAMS),
    /// Path vectors between PIDs.
    PID_PATH_VECTOR(AltoMediaTypes.COST_MAP, AltoMediaTypes.COST_MAP_FILTER),
    /// Path vectors between endpoints.
    ENDPOINT_PATH_VECTOR(AltoMediaTypes.ENDPOINT_COST, AltoMediaTypes.ENDPOINT_COST_PARAMS),
    /// An update stream.
    UPDATES(AltoMediaTypes.EVENT_STREAM, AltoMediaTypes.UPDATE_STREAM_PARAMS),
    /// Versions to be fetched one by one.
    TIPS(AltoMediaTypes.TIPS, AltoMediaTypes.TIPS_PARAMS);

    private final String answer;
    private final String accepts;

    ServiceKind(String answer, String accepts) {
        this.answer = answer;
        this.accepts = accepts;
    }

    /// The kind of an entry, empty if we do not know such resources.
    static Optional<ServiceKind> of(DirectoryEntry entry) {
        MediaType type = entry.mediaType();
        boolean multipart = type.is(AltoMediaTypes.MULTIPART_RELATED);
        String answer = multipart ? root(type) : type.essence();
        MediaType given = entry.accepts();
        String accepts = given == null ? "" : given.essence();
        for (ServiceKind kind : values()) {
            if (kind.isMultipart() == multipart && kind.answer.equals(answer) && kind.accepts.equals(accepts)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private static String root(MediaType multipart) {
        try {
            return MediaType.parse(multipart.parameter("type").orElse("")).essence();
        } catch (AltoFormatException e) {
            return "";
        }
    }

    /// Whether the answer has several parts.
    boolean isMultipart() {
        return this == PID_PATH_VECTOR || this == ENDPOINT_PATH_VECTOR;
    }

    /// Whether the resource has cost types, without which it is useless.
    boolean hasCosts() {
        return switch (this) {
            case COST_MAP, FILTERED_COST_MAP, ENDPOINT_COST, PID_PATH_VECTOR, ENDPOINT_PATH_VECTOR -> true;
            case NETWORK_MAP,
                    FILTERED_NETWORK_MAP,
                    ENDPOINT_PROPERTIES,
                    PROPERTY_MAP,
                    FILTERED_PROPERTY_MAP,
                    UPDATES,
                    TIPS -> false;
        };
    }

    /// Type of the answer, or of its root part.
    public String answer() {
        return answer;
    }

    /// Type of the request, empty for GET.
    public String accepts() {
        return accepts;
    }
}
